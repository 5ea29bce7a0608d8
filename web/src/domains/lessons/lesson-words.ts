import { businessDayOf } from '@staffroom/contract/shared/dates.ts';

/** "T2 L1": a lesson by its term and number. */
export const lessonCode = (lesson: { meta: { term: number; index: number } }): string =>
  `T${lesson.meta.term} L${lesson.meta.index}`;

/** What a lesson is about: its name without the term and number that stand beside it. */
export const lessonTopic = (lesson: { name: string; meta: { term: number; index: number } }) => {
  const code = lessonCode(lesson);
  return lesson.name.startsWith(`${code} `) ? lesson.name.slice(code.length).trim() : lesson.name;
};

/** "T2 L5 Surds". */
export const lessonLabel = (lesson: { name: string; meta: { term: number; index: number } }) =>
  `${lessonCode(lesson)} ${lessonTopic(lesson)}`;

/** "in 6 days", "tomorrow", "today", or "Live" while it takes place: how long until a lesson, by business days. */
export const untilLessonWords = (
  { scheduled_on: start }: { scheduled_on: string },
  now: string,
  zone: string,
): string => {
  if (Date.parse(start) <= Date.parse(now)) return 'Live';
  const [today, day] = [businessDayOf(now, zone), businessDayOf(start, zone)];
  const { days } = Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' });
  return ['today', 'tomorrow'][days] ?? `in ${days} days`;
};
