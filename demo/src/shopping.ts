import { isOwned, takesSeat } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { days } from './demo-time.ts';
import type { Enrolment, Enrolments } from './enrolments.ts';
import type { Random } from './random.ts';
import type { Roster } from './roster.ts';
import type { Student } from './students.ts';

/** The wish of a family; the lessons are consecutive in the class, some may be owned already. */
export type Basket = {
  type: OrderType;
  student: Student;
  tuitionClass: TuitionClass;
  lessons: Lesson[];
  billable: Lesson[];
  enrolment: Enrolment | undefined;
};

/** Seats which the sample order file still finds on its lessons of these months. */
const keptFree = 10;
const keptFrom = Date.parse('2026-03-01T00:00:00+08:00');
const keptTo = Date.parse('2026-07-01T00:00:00+08:00');

const runLengths = [
  [1, 3],
  [2, 4],
  [4, 42],
  [5, 9],
  [8, 20],
  [10, 22],
] as const;

const homes: Record<string, string> = { USD: '1', IDR: '62', CNY: '86' };

/** Finds a buyer for a time: no student owns a lesson twice, no lesson is overbooked. */
export const createShopping = (world: {
  random: Random;
  roster: Roster;
  enrolments: Enrolments;
  classes: readonly TuitionClass[];
  students: readonly Student[];
}) => {
  const { random, roster, enrolments } = world;
  const byLevel = new Map<string, Student[]>();
  for (const student of world.students)
    byLevel.set(student.level, [...(byLevel.get(student.level) ?? []), student]);

  const isFull = (tuitionClass: TuitionClass, lesson: Lesson) => {
    const kept = tuitionClass.plan.sample && lesson.start >= keptFrom && lesson.start < keptTo;
    return roster.seats(lesson) >= tuitionClass.maxCap - (kept ? keptFree : 0);
  };

  /** The longest run, up to `wish`, of lessons that can be had; it may begin with some already owned. */
  const run = (
    { type, student, tuitionClass }: Pick<Basket, 'type' | 'student' | 'tuitionClass'>,
    from: number,
    wish: number,
  ) => {
    const lessons: Lesson[] = [];
    const billable: Lesson[] = [];
    const wanted = tuitionClass.plan.fullPurchase && type === 'PAYMENT' ? Infinity : wish;
    for (const lesson of tuitionClass.lessons) {
      if (!lesson.isActive || lesson.start <= from) continue;
      if (billable.length >= wanted) break;
      const kind = roster.owned(lesson, student);
      if (isOwned(kind, type)) {
        if (billable.length > 0) break;
        lessons.push(lesson);
        continue;
      }
      const seated = kind !== null && takesSeat(kind);
      if (takesSeat(type) && !seated && isFull(tuitionClass, lesson)) break;
      lessons.push(lesson);
      billable.push(lesson);
    }
    return { lessons, billable };
  };

  const mayAttend = (student: Student, tuitionClass: TuitionClass) =>
    (homes[tuitionClass.currency] ?? student.phoneCode) === student.phoneCode &&
    !(student.fromSampleFile && tuitionClass.plan.sample);

  const onSale = (type: OrderType, at: number, sampleOnly: boolean) =>
    world.classes.filter(
      ({ plan, lessons, type: classType }) =>
        (!sampleOnly || plan.sample !== undefined) &&
        (classType === 'Recording') === (type === 'PAYMENT_VIDEO' && random.chance(0.4)) &&
        (type !== 'TRIAL' || (!plan.free && !plan.fullPurchase)) &&
        (classType === 'Recording' ||
          lessons.some((lesson) => lesson.start > at && lesson.start < at + days(30))),
    );

  const newcomer = (tuitionClass: TuitionClass, at: number): Student | undefined => {
    const pool = tuitionClass.plan.levels.flatMap((level) => byLevel.get(level) ?? []);
    for (let attempt = 0; attempt < 25 && pool.length > 0; attempt += 1) {
      const student = random.pick(pool);
      const classes = enrolments.countOf(student);
      const willing = classes === 0 || (classes < 5 && random.chance(0.45));
      if (!willing || student.created >= at || !mayAttend(student, tuitionClass)) continue;
      if (enrolments.find(student, tuitionClass) === undefined) return student;
    }
    return undefined;
  };

  /** Videos may be of lessons already held, recordings of any. */
  const firstOnSale = (tuitionClass: TuitionClass, type: OrderType, at: number) => {
    if (tuitionClass.type === 'Recording') return 0;
    return type === 'PAYMENT_VIDEO' ? at - days(random.whole(0, 21)) : at;
  };

  /** A new student for a class: first paid lessons, a trial, or video. */
  const firstOrder = (type: OrderType, at: number, sampleOnly: boolean): Basket | undefined => {
    const offers = onSale(type, at, sampleOnly);
    for (let attempt = 0; attempt < 20 && offers.length > 0; attempt += 1) {
      const tuitionClass = random.weighted(offers.map((one) => [one, one.maxCap] as const));
      const student = newcomer(tuitionClass, at);
      if (!student) continue;
      const wish = type === 'TRIAL' ? 1 : random.weighted(runLengths);
      const from = firstOnSale(tuitionClass, type, at);
      const buyer = { type, student, tuitionClass };
      const chosen = run(buyer, from, wish);
      const soon = (chosen.billable[0]?.start ?? Infinity) < at + days(type === 'TRIAL' ? 14 : 30);
      if (soon) return { ...buyer, ...chosen, enrolment: undefined };
    }
    return undefined;
  };

  const someEnrolment = (fits: (one: Enrolment) => boolean) => {
    for (let attempt = 0; attempt < 60 && enrolments.all.length > 0; attempt += 1) {
      const enrolment = random.pick(enrolments.all);
      if (!enrolment.ended && fits(enrolment)) return enrolment;
    }
    return undefined;
  };

  const continueWith = (enrolment: Enrolment | undefined, at: number): Basket | undefined => {
    if (!enrolment) return undefined;
    const { student, tuitionClass } = enrolment;
    const buyer = { type: 'PAYMENT' as const, student, tuitionClass };
    // Now and then the dates begin before what is paid runs out.
    const from = random.chance(0.06) ? at : Math.max(at, enrolment.paidUntil ?? at);
    const chosen = run(buyer, from, random.weighted(runLengths));
    return chosen.billable.length > 0 ? { ...buyer, ...chosen, enrolment } : undefined;
  };

  /** Paid lessons run out within two weeks, or have just run out. */
  const renewal = (at: number, sampleOnly: boolean) =>
    continueWith(
      someEnrolment(
        ({ paidUntil, tuitionClass }) =>
          paidUntil !== null &&
          paidUntil > at - days(10) &&
          paidUntil < at + days(12) &&
          (!sampleOnly || tuitionClass.plan.sample !== undefined),
      ),
      at,
    );

  /** The trial was held within the last month. */
  const conversion = (at: number) =>
    continueWith(
      someEnrolment(
        ({ trial, paidUntil }) =>
          paidUntil === null && trial !== null && trial.end < at && trial.end > at - days(28),
      ),
      at,
    );

  const purchase = (at: number, sampleOnly: boolean): Basket | undefined => {
    const mood = random.next();
    const found = mood < 0.55 ? renewal(at, sampleOnly) : mood < 0.67 ? conversion(at) : undefined;
    return found ?? firstOrder('PAYMENT', at, sampleOnly) ?? renewal(at, sampleOnly);
  };

  return (type: OrderType, at: number, sampleOnly: boolean): Basket | undefined =>
    type === 'PAYMENT' ? purchase(at, sampleOnly) : firstOrder(type, at, sampleOnly);
};
