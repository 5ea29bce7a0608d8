import fc from 'fast-check';
import { classTypes, subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { placeKinds } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { orderStatuses, orderTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudent, aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Stage } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { newId } from '../../platform/ids.ts';
import { attendanceCorrections } from '../attendance/attendance.schema.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';

const zone = 'Asia/Singapore';
export const dayOf = (at: Date) => businessDayOf(at.toISOString(), zone);

const hour = 3_600_000;
const [students, agents] = [4, 2];

const index = (count: number) => fc.nat(count - 1);
/** Random hours from now; half of them are close to midnight, where periods begin and end. */
const hours = (from: number, to: number) =>
  fc.oneof(
    fc.integer({ min: from, max: to }),
    // The test clock is at 10:00 in Singapore.
    fc
      .tuple(
        fc.integer({ min: Math.ceil(from / 24), max: Math.floor(to / 24) - 1 }),
        fc.constantFrom(-11, -10, -9),
      )
      .map(([days, beside]) => days * 24 + beside),
  );

/** Random classes with lessons, places and orders. */
export const anyPlan = fc.record({
  classes: fc.array(
    fc.record({
      classType: fc.constantFrom(...classTypes),
      subject: fc.constantFrom(...subjects.slice(0, 3)),
      isActive: fc.boolean(),
      isListed: fc.boolean(),
      endsIn: hours(-48, 96),
      lessons: fc.array(fc.record({ inHours: hours(-24 * 12, 24 * 5), isActive: fc.boolean() }), {
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  orders: fc.array(
    fc.record({
      of: index(4),
      student: index(students),
      agent: fc.option(index(agents)),
      type: fc.constantFrom(...orderTypes),
      status: fc.constantFrom(...orderStatuses),
      inHours: hours(-24 * 62, -1),
      completedAfter: fc.option(fc.integer({ min: 0, max: 240 })),
    }),
    { minLength: 4, maxLength: 14 },
  ),
  places: fc.array(
    fc.record({
      of: index(4),
      lesson: index(4),
      student: index(students),
      kind: fc.constantFrom(...placeKinds),
      isReleased: fc.boolean(),
      order: fc.option(index(14)),
      inHours: hours(-24 * 14, -1),
    }),
    { minLength: 4, maxLength: 16 },
  ),
  stays: fc.array(fc.record({ of: index(4), lesson: index(4), student: index(students) }), {
    maxLength: 6,
  }),
  corrections: fc.uniqueArray(
    fc.record({
      of: index(4),
      lesson: index(4),
      student: index(students),
      status: fc.constantFrom('attended' as const, 'half attended' as const, 'absent' as const),
    }),
    { maxLength: 3, selector: ({ of, lesson, student }) => `${of} ${lesson} ${student}` },
  ),
});
export type Plan = typeof anyPlan extends fc.Arbitrary<infer P> ? P : never;

type MadeClass = Awaited<ReturnType<typeof aClass>> & {
  lessons: Awaited<ReturnType<typeof aLesson>>[];
};
export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Creates the data of a plan; its classes share a word in their names and a tutor. */
export const buildWorld = async (app: Stage, plan: Plan) => {
  const { db } = app.database;
  const now = app.clock.now();
  const at = (inHours: number) => new Date(now.getTime() + inHours * hour);
  const word = unique('World');
  const tutor = await aTutor(app);
  const people = await Promise.all(Array.from({ length: students }, () => aStudent(app)));
  const sellers = await Promise.all(
    Array.from({ length: agents }, () => aUser(app, { type: 'Agent', name: unique('Agent') })),
  );
  const made: MadeClass[] = [];
  for (const { lessons, endsIn, ...values } of plan.classes) {
    const row = await aClass(app, { ...values, name: unique(word), endDate: at(endsIn) });
    await db.insert(classStaff).values({ classId: row.id, userId: tutor.id, kind: 'tutor' });
    const held = [];
    for (const { inHours, isActive } of lessons) {
      const lesson = await aLesson(app, row.id, { scheduledAt: at(inHours), isActive });
      await db.insert(lessonStaff).values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
      held.push(lesson);
    }
    made.push({ ...row, lessons: held });
  }
  const sold = plan.orders.flatMap(
    ({ of, student, agent, type, status, inHours, completedAfter }) => {
      const tuition = made[of % made.length];
      const buyer = people[student];
      if (!tuition || !buyer) return [];
      const created = at(inHours);
      return {
        id: newId(created),
        type,
        status,
        created,
        completedAt:
          completedAfter === null ? null : new Date(created.getTime() + completedAfter * hour),
        studentId: buyer.id,
        classId: tuition.id,
        agentId: agent === null ? null : (sellers[agent]?.id ?? null),
        remark: '',
        currency: 'SGD' as const,
        originalPrice: 0,
        actualPrice: 0,
        updated: created,
      };
    },
  );
  if (sold.length > 0) await db.insert(orders).values(sold);

  const seen = new Set<string>();
  const places = plan.places.flatMap((place) => {
    const tuition = made[place.of % made.length];
    const lesson = tuition?.lessons[place.lesson % Math.max(1, tuition.lessons.length)];
    const student = people[place.student];
    if (!lesson || !student) return [];
    const order = place.order === null ? undefined : sold[place.order % Math.max(1, sold.length)];
    const orderId = order && !seen.has(`${order.id} ${lesson.id}`) ? order.id : null;
    if (orderId) seen.add(`${orderId} ${lesson.id}`);
    return {
      id: newId(now),
      lessonId: lesson.id,
      studentId: student.id,
      kind: place.kind,
      orderId,
      addedBy: orderId === null ? tutor.id : null,
      created: at(place.inHours),
      releasedAt: place.isReleased ? now : null,
    };
  });
  if (places.length > 0) await db.insert(rosterSources).values(places);

  const lessonOf = ({ of, lesson }: { of: number; lesson: number }) => {
    const tuition = made[of % made.length];
    return tuition?.lessons[lesson % Math.max(1, tuition.lessons.length)];
  };
  const stays = [];
  for (const stay of plan.stays) {
    const [lesson, student] = [lessonOf(stay), people[stay.student]];
    if (!lesson || !student) continue;
    await aStay(app, lesson, { email: student.email, from: stays.length });
    stays.push({ lessonId: lesson.id, studentId: student.id });
  }
  const corrections = new Map<string, 'attended' | 'half attended' | 'absent'>();
  for (const { status, ...fix } of plan.corrections) {
    const [lesson, student] = [lessonOf(fix), people[fix.student]];
    if (!lesson || !student || corrections.has(`${lesson.id} ${student.id}`)) continue;
    await db.insert(attendanceCorrections).values({
      lessonId: lesson.id,
      studentId: student.id,
      status,
      reason: 'Was there',
      correctedBy: tutor.id,
      correctedAt: now,
      version: 1,
    });
    corrections.set(`${lesson.id} ${student.id}`, status);
  }
  return {
    now,
    word,
    tutor,
    people,
    sellers,
    classes: made,
    orders: sold,
    places,
    stays,
    corrections,
  };
};

/** Ranks the kinds of place; the strongest one (lowest number) is shown. */
const strength = { PAYMENT: 1, TRIAL: 2, PAYMENT_VIDEO: 3 };

/** The students on a lesson with their strongest kind of place. */
export const rosterOf = ({ places }: World, lessonId: string) => {
  const live = places.filter((each) => each.lessonId === lessonId && each.releasedAt === null);
  const students = [...new Set(live.map(({ studentId }) => studentId))];
  return students.map((studentId) => ({
    studentId,
    kind: live
      .filter((each) => each.studentId === studentId)
      .map(({ kind }) => kind)
      .toSorted((one, other) => strength[one] - strength[other])[0],
  }));
};
