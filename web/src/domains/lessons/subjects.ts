import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';

/** Legend subjects in order; A and E Maths count as Mathematics. */
const legend = [
  'Mathematics',
  'English',
  'Science',
  'Physics',
  'Chemistry',
  'Biology',
  'Chinese',
  'Other',
] as const;

const groupOf = (subject: string): (typeof legend)[number] =>
  /^[AE] Maths$/.test(subject)
    ? 'Mathematics'
    : (legend.find((each) => each === subject) ?? 'Other');

/** Subjects of these lessons for the colour legend. */
export const subjectsOf = (lessons: readonly Pick<LessonSummary, 'class_obj'>[]) => {
  const groups = new Set(lessons.map(({ class_obj }) => groupOf(class_obj.subject)));
  return legend.filter((each) => groups.has(each));
};

const dayAndTime = /\s*[—–-]\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.*$/;

/** A class's name without its trailing day and time: "P6 Mathematics" for "P6 Mathematics — Sat 2pm". */
export const nameWithoutTime = (name: string): string =>
  name.replace(dayAndTime, '').trim() || name;

/**
 * Short class name for narrow spaces that show day and time elsewhere: "P6 Maths" for "P6 Mathematics — Sat 2pm", "S3 A
 * Maths" for "Sec 3 A Maths Regular". Visual only: use the full name as title and accessible name.
 */
export const shortClassName = (name: string): string =>
  nameWithoutTime(name)
    .replace(/\bMathematics\b/g, 'Maths')
    .replace(/\bChemistry\b/g, 'Chem')
    .replace(/\bBiology\b/g, 'Bio')
    .replace(/\bGrade (\d)/g, 'Gr $1')
    .replace(/^\[([A-Z]{2})\]/, '$1')
    .replace(/\bSec (\d)/g, 'S$1')
    .replace(/ Regular$/, '');
