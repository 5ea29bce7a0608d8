import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import type { LessonQuery } from './lessons.queries.ts';
import { listLessons } from './lessons.service.ts';

const columns: CsvColumn<LessonSummary>[] = [
  { header: 'class', value: (lesson) => lesson.class },
  { header: 'class_name', value: (lesson) => lesson.class_obj.name },
  { header: 'name', value: (lesson) => lesson.name },
  { header: 'term', value: (lesson) => lesson.meta.term },
  { header: 'index', value: (lesson) => lesson.meta.index },
  { header: 'scheduled_on', value: (lesson) => lesson.scheduled_on },
  { header: 'ended_on', value: (lesson) => lesson.ended_on },
  { header: 'tutor', value: (lesson) => lesson.tutor.map(({ name }) => name).join('; ') },
  { header: 'seats', value: (lesson) => lesson.seats },
  { header: 'max_cap', value: (lesson) => lesson.max_cap },
  { header: 'is_active', value: (lesson) => lesson.is_active },
  { header: 'is_released', value: (lesson) => lesson.is_released },
];

/** Every lesson that matches, as CSV. */
export const exportLessons = async (context: Context, query: LessonQuery): Promise<CsvAnswer> =>
  csvAnswer(
    'lessons.csv',
    columns,
    everyRow((page) => listLessons(context, page), query),
  );
