import { holidaysOn } from 'staffroom-contract/domains/lessons/holidays.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';

/** Exceptional facts about a lesson as short words: holiday, not released, … */
export const exceptionsOf = (
  lesson: LessonSummary,
  zone: string,
): { word: string; warning?: true }[] => [
  ...(lesson.is_active
    ? holidaysOn(businessDayOf(lesson.scheduled_on, zone))
        .filter(({ kind }) => kind === 'public')
        .map(({ name }) => ({ word: name, warning: true as const }))
    : [{ word: 'Inactive' }]),
  ...(lesson.is_released ? [] : [{ word: 'Not released' }]),
];
