import type { ClassPlan } from './class-plan.ts';

type Where = readonly [weekday: number, time: string, rate: number, cap: number];
type Extra = Partial<ClassPlan>;

/** A class of one primary year; its curriculum follows from the subject. */
export const primary = (
  name: string,
  year: number,
  subject: 'Mathematics' | 'English' | 'Science' | 'Chinese',
  [weekday, time, rate, cap]: Where,
  extra: Extra = {},
): ClassPlan => ({
  name,
  subject,
  levels: [`primary-${year}`],
  curriculum: primaryCurriculum(subject, year),
  weekday,
  time,
  rate,
  cap,
  ...extra,
});

const primaryCurriculum = (subject: string, year: number): ClassPlan['curriculum'] => {
  if (subject === 'English') return 'p-english';
  if (subject === 'Chinese') return 'chinese';
  if (subject === 'Science') return year < 5 ? 'p34-science' : 'p56-science';
  return year < 5 ? 'p34-maths' : year === 5 ? 'p5-maths' : 'p6-maths';
};

/** A class of any other level. */
export const older = (
  name: string,
  levels: string[],
  subject: ClassPlan['subject'],
  curriculum: ClassPlan['curriculum'],
  [weekday, time, rate, cap]: Where,
  extra: Extra = {},
): ClassPlan => ({ name, levels, subject, curriculum, weekday, time, rate, cap, ...extra });
