import type { TuitionClass } from './classes.ts';
import type { Row } from './insert-rows.ts';
import type { Random } from './random.ts';

export type Teacher = { id: string; subjects: readonly string[] };
type Desk = Teacher & { classes: number; busy: { start: number; end: number }[] };

const isFree = (desk: Desk, tuitionClass: TuitionClass) =>
  !tuitionClass.lessons.some((lesson) =>
    desk.busy.some((other) => lesson.start < other.end && other.start < lesson.end),
  );

/** The one with the fewest classes among those whose lessons do not overlap. */
const leastBusy = (desks: readonly Desk[], tuitionClass: TuitionClass) =>
  desks
    .filter((desk) => isFree(desk, tuitionClass))
    .reduce<Desk | undefined>(
      (best, desk) => (best && best.classes <= desk.classes ? best : desk),
      undefined,
    );

const take = (desk: Desk, tuitionClass: TuitionClass) => {
  desk.classes += 1;
  desk.busy.push(...tuitionClass.lessons);
};

/**
 * Gives every class a tutor who is free at all its lessons, of its subject where one is, and every second class a
 * TA; a few lessons have a substitute. Returns the rows of `class_staff` and `lesson_staff`.
 */
export const assignTeachers = (
  random: Random,
  classes: readonly TuitionClass[],
  staff: {
    tutors: readonly Teacher[];
    assistants: readonly Teacher[];
    demoTutor: Teacher;
    demoAssistant: Teacher;
  },
) => {
  const open = (teacher: Teacher): Desk => ({ ...teacher, classes: 0, busy: [] });
  const tutors = random.shuffled(staff.tutors).map(open);
  const assistants = staff.assistants.map(open);
  const demoTutor = open(staff.demoTutor);
  const demoAssistant = open(staff.demoAssistant);
  const classStaff: Row[] = [];
  const lessonStaff: Row[] = [];

  for (const tuitionClass of classes) {
    const able = tutors.filter((desk) => desk.subjects.includes(tuitionClass.plan.subject));
    const tutor = tuitionClass.plan.taughtByDemoTutor
      ? demoTutor
      : (leastBusy(able, tuitionClass) ?? leastBusy(tutors, tuitionClass));
    if (!tutor) throw new Error(`No tutor can teach ${tuitionClass.plan.name}.`);
    const substitute = able.find((desk) => desk !== tutor);
    const helper = tuitionClass.plan.taughtByDemoTutor
      ? [demoAssistant]
      : random.chance(0.5)
        ? assistants
        : [];
    const assistant = leastBusy(helper, tuitionClass);
    take(tutor, tuitionClass);
    if (assistant) take(assistant, tuitionClass);

    const place = (user: Teacher, kind: 'tutor' | 'ta') => ({
      user_id: user.id,
      kind,
      position: 0,
    });
    classStaff.push({ class_id: tuitionClass.id, ...place(tutor, 'tutor') });
    if (assistant) classStaff.push({ class_id: tuitionClass.id, ...place(assistant, 'ta') });
    for (const lesson of tuitionClass.lessons) {
      const away = tutor !== demoTutor && substitute !== undefined && random.chance(0.02);
      const held = away && isFree(substitute, { ...tuitionClass, lessons: [lesson] });
      if (held) substitute.busy.push(lesson);
      lessonStaff.push({ lesson_id: lesson.id, ...place(held ? substitute : tutor, 'tutor') });
      if (assistant) lessonStaff.push({ lesson_id: lesson.id, ...place(assistant, 'ta') });
    }
  }
  return { classStaff, lessonStaff };
};
