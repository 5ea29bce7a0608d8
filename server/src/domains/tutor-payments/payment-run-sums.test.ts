import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addAdjustment } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { toCents } from 'staffroom-contract/shared/money.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPaidTutor } from '../../../test/factories/tutor-payment.factory.ts';
import { aTutor } from '../../../test/factories/user.factory.ts';
import { someOf } from '../../../test/walk.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

const app = useOwnTestApp();
const { start, read, confirm } = payroll(app);

const rowsOf = async <Row>(query: string): Promise<Row[]> =>
  (await app.database.pool.query(query)).rows as Row[];

/** Reference calculation of each tutor's pay per lesson in cents, row by row, rounded only at the end. */
const owed = async (): Promise<Map<string, number>> => {
  const lessons = await rowsOf<{ id: string; ms: number; is_active: boolean; type: string }>(
    `select l.id, extract(epoch from l.ended_at - l.scheduled_at)::float * 1000 as ms, l.is_active, c.class_type as type
     from lessons l join classes c on c.id = l.class_id`,
  );
  const staff = await rowsOf<{ lesson: string; tutor: string; kind: string }>(
    'select lesson_id as lesson, user_id as tutor, kind from lesson_staff',
  );
  const places = await rowsOf<{ lesson: string; student: string; counts: boolean }>(
    `select lesson_id as lesson, student_id as student,
       kind = 'PAYMENT' and released_at is null and not is_internal as counts
     from roster_sources join users on users.id = student_id`,
  );
  const sums = new Map<string, number>();
  for (const { lesson: id, tutor, kind } of staff) {
    const lesson = lessons.find((one) => one.id === id);
    if (!lesson) continue;
    const students = new Set(
      places.filter((place) => place.lesson === id && place.counts).map(({ student }) => student),
    ).size;
    const [base, limit, more] = lesson.type === 'Workshop' ? [70, 10, 2] : [40, 5, 5];
    const hours = lesson.is_active ? lesson.ms / 3_600_000 : 0;
    const dollars = base * hours + more * Math.max(0, students - limit) * hours;
    sums.set(`${tutor} ${id}`, kind === 'ta' ? 0 : Math.floor(dollars * 100 + 0.5));
  }
  return sums;
};

/** The sum of what all confirmed runs have paid, by lesson and tutor. */
const paid = async (): Promise<Map<string, number>> =>
  new Map(
    (
      await rowsOf<{ key: string; cents: number }>(
        `select tutor_id || ' ' || lesson_id as key, sum(pay - paid_before)::int as cents
         from payment_run_lines group by 1`,
      )
    ).map(({ key, cents }) => [key, cents]),
  );

const changes = {
  'one student more': sql`insert into roster_sources select gen_random_uuid(), l.id, u.id, 'PAYMENT', null, u.id, now(), null
    from lesson l, (select id from users where type = 'Student' order by random() limit 1) u`,
  'a student leaves': sql`update roster_sources set released_at = now()
    where id = (select s.id from roster_sources s, lesson l where s.lesson_id = l.id and released_at is null limit 1)`,
  'a student is internal': sql`update users set is_internal = not is_internal
    where id = (select student_id from roster_sources s, lesson l where s.lesson_id = l.id limit 1)`,
  'it takes longer': sql`update lessons set ended_at = ended_at + interval '25 minutes' where id in (select id from lesson)`,
  'it is (de)activated': sql`update lessons set is_active = not is_active where id in (select id from lesson)`,
  'it moves a month on': sql`update lessons set scheduled_at = scheduled_at + interval '31 days', ended_at = ended_at + interval '31 days'
    where id in (select id from lesson)`,
  'its tutors leave': sql`delete from lesson_staff where lesson_id in (select id from lesson)`,
  'another tutor takes it over': sql`insert into lesson_staff select l.id, u.id, 'tutor', 3
    from lesson l, (select id from users where type = 'Tutor' order by random() limit 1) u on conflict do nothing`,
  'its class is a workshop now': sql`update classes set class_type = 'Workshop'
    where id = (select class_id from lessons where id in (select id from lesson))`,
};
type Change = keyof typeof changes;

/** Bank payments, open carried debts, the worth of paid lessons, and adjustments, in cents. */
const settledCents = async () => {
  const [sums] = await rowsOf<Record<'bank' | 'carried' | 'lessons' | 'adjustments', number>>(
    `select (select coalesce(sum(to_bank), 0)::int from payment_runs) as bank,
       (select coalesce(sum(amount), 0)::int from carried_pay where not exists (select from carried_pay_settled done
         where done.from_run_id = carried_pay.run_id and done.tutor_id = carried_pay.tutor_id)) as carried,
       (select coalesce(sum(pay - paid_before), 0)::int from payment_run_lines) as lessons,
       (select coalesce(sum(amount), 0)::int from payment_adjustments) as adjustments`,
  );
  if (!sums) throw new Error('no sums');
  return sums;
};

const change = (what: Change, lesson: { id: string }) =>
  app.database.db.execute(sql`with lesson as (select ${lesson.id}::uuid as id) ${changes[what]}`);

let monthsUsed = 0;

test('all runs together have paid each lesson’s current worth to the cent, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 3, max: 12 }), { minLength: 2, maxLength: 4 }),
      fc.array(
        fc.array(
          fc.tuple(fc.constantFrom(...(Object.keys(changes) as Change[])), fc.nat({ max: 3 })),
          { maxLength: 6 },
        ),
        { minLength: 2, maxLength: 2 },
      ),
      fc.array(
        fc.integer({ min: -30_000, max: 2_000 }).filter((cents) => cents !== 0),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
      async (rosters, between, adjusted) => {
        const first = addMonths('2019-01-01', monthsUsed);
        monthsUsed += 5;
        const monthIn = (months: number) => addMonths(first, months).slice(0, 7);
        const [tutor, ta] = [await aPaidTutor(app), await aTutor(app, { type: 'TA' })];
        const lessons = [];
        for (const [index, students] of rosters.entries())
          lessons.push(
            await aLessonOf(app, index === 3 ? ta : tutor, `${monthIn(index % 2)}-05T06:10:00Z`, {
              hours: 1 + index / 3,
              students,
            }),
          );
        // Each month has something to pay, even after moves.
        for (const month of [0, 1, 2])
          await aLessonOf(app, tutor, `${monthIn(month)}-20T02:00:00Z`);
        for (const [month, steps] of [...between, []].entries()) {
          const run = await start(monthIn(month));
          const { data } = await (
            await app.as('Admin')
          ).call(addAdjustment, {
            params: { id: run._id },
            body: { tutor: tutor.id, amount: (adjusted[month] ?? 1) / 100, reason: 'By hand' },
          });
          const { sums } = await read(await confirm(data));
          expect(toCents(sums.total)).toBe(toCents(sums.to_bank) + toCents(sums.carried_forward));
          for (const [what, which] of steps)
            await change(what, lessons[which % lessons.length] ?? { id: '' });
        }
        // No debt is lost: payments + open carried amounts = worth of the paid lessons + adjustments.
        const { bank, carried, lessons: worth, adjustments } = await settledCents();
        expect(bank + carried).toBe(worth + adjustments);
        const [now, all] = [await owed(), await paid()];
        // Unpaid lessons that moved beyond the last paid month are paid by a later run.
        for (const [key, cents] of now)
          if (all.has(key)) expect({ [key]: all.get(key) }).toEqual({ [key]: cents });
        for (const [key, cents] of all)
          if (!now.has(key)) expect({ [key]: cents }).toEqual({ [key]: 0 });
        const late = await rowsOf<{ id: string }>(
          `select l.id from lessons l join payment_runs r on l.scheduled_at >= r.starts and l.scheduled_at < r.ends
           join lesson_staff s on s.lesson_id = l.id`,
        );
        for (const { id } of late)
          for (const [key, cents] of now)
            if (key.endsWith(id) && cents > 0) expect(all.get(key)).toBe(cents);
      },
    ),
    { numRuns: someOf(8) },
  );
}, 60_000);
