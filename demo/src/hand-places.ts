import type { TuitionClass } from './classes.ts';
import { days } from './demo-time.ts';
import type { Random } from './random.ts';
import type { Roster } from './roster.ts';
import type { Student } from './students.ts';

const pastCapBy = 2;

/** Places by hand: make-up lessons, and two small classes' next lessons, filled to max_cap and past it. */
export const addPlacesByHand = (world: {
  random: Random;
  today: number;
  roster: Roster;
  classes: readonly TuitionClass[];
  students: readonly Student[];
  admins: readonly { id: string }[];
}) => {
  const { random, today, roster, classes, students } = world;

  const addOne = (tuitionClass: TuitionClass, lesson: TuitionClass['lessons'][number]) => {
    const student = random.pick(
      students.filter(
        (one) =>
          tuitionClass.plan.levels.includes(one.level) &&
          !one.fromSampleFile &&
          one.created < today - days(2) &&
          roster.owned(lesson, one) === null,
      ),
    );
    const created = Math.max(student.created, today - days(random.whole(1, 6))) + 36_000_000;
    roster.add({
      lesson,
      student,
      kind: 'PAYMENT',
      orderId: null,
      addedBy: random.pick(world.admins).id,
      created: Math.min(created, today - 60_000),
      releasedAt: null,
    });
  };

  for (const tuitionClass of classes) {
    const { fill } = tuitionClass.plan;
    const next = tuitionClass.lessons.find(
      (lesson) => lesson.isActive && lesson.start > today + days(1),
    );
    if (!fill || !next) continue;
    const target = tuitionClass.maxCap + (fill === 'past-cap' ? pastCapBy : 0);
    while (roster.seats(next) < target) addOne(tuitionClass, next);
  }
  const regular = classes.filter(
    ({ type, plan }) => type === 'Regular Classes' && !plan.fill && !plan.sample,
  );
  for (let number = 0; number < 30; number += 1) {
    const tuitionClass = random.pick(regular);
    const open = tuitionClass.lessons.filter(
      (lesson) =>
        lesson.isActive &&
        Math.abs(lesson.start - today) < days(14) &&
        roster.seats(lesson) < tuitionClass.maxCap,
    );
    if (open.length > 0 && !tuitionClass.plan.country) addOne(tuitionClass, random.pick(open));
  }
};
