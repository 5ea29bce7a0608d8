import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatCount } from '../../lib/formats.ts';

/** "T2 L1": term and number. */
export const lessonCode = (lesson: { meta: { term: number; index: number } }): string =>
  `T${lesson.meta.term} L${lesson.meta.index}`;

/** A lesson's name without its leading term and number. */
export const lessonTopic = (lesson: { name: string; meta: { term: number; index: number } }) => {
  const code = lessonCode(lesson);
  return lesson.name.startsWith(`${code} `) ? lesson.name.slice(code.length).trim() : lesson.name;
};

/** Term, number and topic: "T2 L5 Surds". */
export const lessonLabel = (lesson: { name: string; meta: { term: number; index: number } }) =>
  `${lessonCode(lesson)} ${lessonTopic(lesson)}`;

/** "in 6 days", "tomorrow", "today", or "Live" while it takes place; counted in business days. */
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

/** Time until a lesson begins: "in 1 h 48 min", "in 3 days". */
export const untilWords = ({ scheduled_on }: { scheduled_on: string }, now: string): string => {
  const minutes = Math.ceil((Date.parse(scheduled_on) - Date.parse(now)) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 24) return `in ${formatCount(Math.floor(hours / 24), 'day')}`;
  const parts = [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])];
  return `in ${parts.join(' ')}`;
};

/** Whether a coming lesson starts in less than three hours; only then is the time until it shown. */
export const isSoon = ({ scheduled_on: start }: { scheduled_on: string }, now: string): boolean =>
  Date.parse(start) - Date.parse(now) < 3 * 3_600_000;

/** "in 1 h 48 min" for a lesson that starts in less than three hours, else ''. */
export const comingWords = (
  lesson: { scheduled_on: string; ended_on: string },
  now: string,
): string =>
  lessonStateAt(lesson, now) === 'coming' && isSoon(lesson, now) ? untilWords(lesson, now) : '';
