import type { Lesson, TuitionClass } from './classes.ts';
import type { Staff } from './staff.ts';
import type { Student } from './students.ts';

/** The enrolment of a student in a class: a trial, paid lessons, or both. */
export type Enrolment = {
  student: Student;
  tuitionClass: TuitionClass;
  agent: Staff | null;
  trial: Lesson | null;
  /** Start of the last paid lesson. */
  paidUntil: number | null;
  /** An order was cancelled; the family is not asked again. */
  ended: boolean;
};

/** The enrolments so far, by student and class. */
export const createEnrolments = () => {
  const byKey = new Map<string, Enrolment>();
  const all: Enrolment[] = [];
  const paying = new Map<string, number>();
  const keyOf = (student: Student, tuitionClass: TuitionClass) =>
    `${student.id} ${tuitionClass.id}`;
  return {
    all: all as readonly Enrolment[],
    find: (student: Student, tuitionClass: TuitionClass) => byKey.get(keyOf(student, tuitionClass)),
    open: (student: Student, tuitionClass: TuitionClass, agent: Staff | null): Enrolment => {
      const key = keyOf(student, tuitionClass);
      const known = byKey.get(key);
      if (known) return known;
      const enrolment: Enrolment = {
        student,
        tuitionClass,
        agent,
        trial: null,
        paidUntil: null,
        ended: false,
      };
      byKey.set(key, enrolment);
      all.push(enrolment);
      paying.set(student.id, (paying.get(student.id) ?? 0) + 1);
      return enrolment;
    },
    /** Classes a student has or had something with. */
    countOf: (student: Student) => paying.get(student.id) ?? 0,
  };
};
export type Enrolments = ReturnType<typeof createEnrolments>;
