import {
  lineToKeep,
  openLines,
  type RunLine,
} from 'staffroom-server/src/domains/tutor-payments/run-lines.ts';
import type { OpenLesson } from 'staffroom-server/src/domains/tutor-payments/payment-runs.queries.ts';
import type { TuitionClass } from './classes.ts';
import { dayOf, days, hours, instantAt, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_260_330;
/** Lessons whose students have changed since they were paid. */
const changedLessons = 3;

type World = {
  today: number;
  classes: readonly TuitionClass[];
  lessonStaff: readonly Row[];
  /** Every roster source, and who is internal. */
  roster: readonly Row[];
  internal: ReadonlySet<string>;
  /** The accounts of tutors and TAs, as the database has them. */
  accounts: readonly Row[];
  /** The Admin who pays. */
  admin: { id: string; name: string };
};

/** Payroll: two paid runs, and last month's draft with three changed lessons, a set rate and an adjustment. */
export const createPaymentRuns = (world: World) => {
  const { today, admin } = world;
  const random = createRandom(seed);
  const newId = createIds(random);
  const first = dayOf(today).with({ day: 1 });
  const month = (ago: number) => {
    const start = first.subtract({ months: ago });
    const ends = instantAt(start.add({ months: 1 }), '00:00');
    return { name: start.toString().slice(0, 7), starts: instantAt(start, '00:00'), ends };
  };
  const runOf = (ago: number, held: Row) => {
    const { name, starts, ends } = month(ago);
    const created = Math.min(ends + days(1) + hours(10), today - hours(14));
    const run = {
      id: newId(created),
      month: name,
      starts: iso(starts),
      ends: iso(ends),
      started_by: admin.id,
      created: iso(created),
    };
    return { ...run, ...held };
  };
  const runs: Row[] = [];
  const lines: Row[] = [];
  const payees: Row[] = [];
  for (const ago of [3, 2]) {
    const { starts, ends } = month(ago);
    const held = openLines(openLessons(world, { starts, ends }), {
      starts: new Date(starts),
      ends: new Date(ends),
    });
    // Whose lesson had a student less when it was paid: the difference is in the draft.
    const changed = ago === 2 ? held.filter(({ lesson }) => lesson.extra > 0) : [];
    const paid = held.map((line) =>
      changed.slice(0, changedLessons).includes(line) ? withStudentLess(line) : line,
    );
    const [confirmed, paidAt] = [ends + days(2) + hours(11), ends + days(4) + hours(15)];
    const run = runOf(ago, {
      state: 'paid',
      confirmed_by: admin.id,
      confirmed_at: iso(confirmed),
      paid_by: admin.id,
      paid_at: iso(paidAt),
      tutor_count: new Set(paid.map(({ tutorId }) => tutorId)).size,
      lesson_count: paid.length,
      total: centsOf(paid),
      to_bank: centsOf(paid),
      updated: iso(paidAt),
      version: 3,
    });
    if (paid.length === 0) continue;
    runs.push(run);
    lines.push(...paid.map((line) => lineToKeep(run.id, line)));
    payees.push(...payeesOf(run, paid, world.accounts));
  }
  const { starts, ends } = month(1);
  const open = openLessons(world, { starts, ends });
  const draft = runOf(1, {
    state: 'draft',
    confirmed_by: null,
    confirmed_at: null,
    paid_by: null,
    paid_at: null,
    tutor_count: 0,
    lesson_count: 0,
    total: 0,
    to_bank: 0,
    version: 2,
    updated: iso(today - hours(13)),
  });
  const taught = open.filter(({ kind }) => kind === 'tutor');
  const helped = open.find(({ kind }) => kind === 'ta');
  const edited = taught[0];
  const tables = [
    ['payment_runs', open.length > 0 ? [...runs, draft] : runs],
    ['payment_run_lines', lines],
    ['payment_run_payees', payees],
    [
      'payment_adjustments',
      helped
        ? [
            {
              id: newId(today - hours(13)),
              run_id: draft.id,
              tutor_id: helped.tutor_id,
              amount: 18_000,
              reason: '6 marking sessions, agreed at the start of the month',
              added_by: admin.id,
              added_at: iso(today - hours(13)),
            },
          ]
        : [],
    ],
    [
      'tutor_rates',
      edited
        ? [
            {
              lesson_id: edited.id,
              tutor_id: edited.tutor_id,
              rate: 5500,
              reason: 'Took over at two hours’ notice',
              set_by: admin.id,
              set_at: iso(today - hours(14)),
              version: 2,
            },
          ]
        : [],
    ],
  ] as const;
  return tables;
};

type Lines = ReturnType<typeof openLines>;

/** The same, paid when its roster had one student less. */
const withStudentLess = (line: Lines[number]): Lines[number] => {
  const { lesson } = line;
  const extra = Math.round(lesson.extra * 100 - lesson.per_extra * 100 * lesson.hours) / 100;
  const students = lesson.students - 1;
  return { ...line, lesson: { ...lesson, students, extra, pay: lesson.base + extra } };
};

/** No rate is set, and no run has paid it. */
const untouched = {
  rate: null,
  reason: null,
  set_by: null,
  set_at: null,
  version: null,
  last: null,
  paid_run: null,
  paid_month: null,
  paid_state: null,
  paid: null,
};

/** The lessons of a month as the draft of its run finds them. */
const openLessons = (
  { classes, lessonStaff, roster, internal }: World,
  { starts, ends }: { starts: number; ends: number },
): OpenLesson[] => {
  const staffOf = Map.groupBy(lessonStaff, (row) => String(row['lesson_id']));
  const studentsOf = Map.groupBy(
    roster.filter(
      (row) =>
        row['kind'] === 'PAYMENT' &&
        row['released_at'] === null &&
        !internal.has(String(row['student_id'])),
    ),
    (row) => String(row['lesson_id']),
  );
  return classes.flatMap((tuitionClass) =>
    tuitionClass.lessons
      .filter(({ start }) => start >= starts && start < ends)
      .flatMap(({ row }) => {
        const students = studentsOf.get(String(row['id'])) ?? [];
        return (staffOf.get(String(row['id'])) ?? []).map((staff) => ({
          id: String(row['id']),
          name: String(row['name']),
          term: Number(row['term']),
          lesson_index: Number(row['lesson_index']),
          scheduled_at: String(row['scheduled_at']),
          ended_at: String(row['ended_at']),
          is_active: row['is_active'] === true,
          class_id: String(tuitionClass.row['id']),
          class_name: String(tuitionClass.row['name']),
          class_type: String(tuitionClass.row['class_type']),
          tutor_id: String(staff['user_id']),
          kind: staff['kind'] === 'ta' ? ('ta' as const) : ('tutor' as const),
          students: new Set(students.map((place) => place['student_id'])).size,
          ...untouched,
        }));
      }),
  );
};

const centsOf = (paid: readonly RunLine[]) =>
  paid.reduce((sum, { lesson }) => sum + Math.round(lesson.pay * 100), 0);

/** The people whom a run has paid, with the references of their payments. */
const payeesOf = (
  run: { id: string; month: string },
  paid: readonly RunLine[],
  accounts: readonly Row[],
): Row[] => {
  const ids = [...new Set(paid.map(({ tutorId }) => tutorId))].toSorted();
  return accounts.flatMap((account) => {
    const place = ids.indexOf(String(account['id']));
    return place < 0
      ? []
      : [
          {
            run_id: run.id,
            tutor_id: account['id'],
            name: account['name'],
            email: account['email'],
            type: account['type'],
            is_enabled: account['enabled'],
            reference: `${run.month}-${String(place + 1).padStart(4, '0')}`,
          },
        ];
  });
};
