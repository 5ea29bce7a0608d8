import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import type { ClassQuery } from './classes.queries.ts';
import { listClasses } from './classes.service.ts';

const columns: CsvColumn<ClassSummary>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'subject', value: (row) => row.subject },
  { header: 'class_type', value: (row) => row.class_type },
  { header: 'level', value: (row) => row.level.join(', ') },
  { header: 'start_date', value: (row) => row.start_date },
  { header: 'end_date', value: (row) => row.end_date },
  { header: 'day', value: (row) => row.schedule.date_of_week },
  { header: 'start_time', value: (row) => row.schedule.start_time },
  { header: 'end_time', value: (row) => row.schedule.end_time },
  { header: 'rate', value: (row) => row.rate },
  { header: 'currency', value: (row) => row.currency },
  { header: 'max_cap', value: (row) => row.max_cap },
  { header: 'is_active', value: (row) => row.is_active },
  { header: 'is_sold_out', value: (row) => row.is_sold_out },
  { header: 'is_free', value: (row) => row.is_free },
  { header: 'is_trial', value: (row) => row.is_trial },
  { header: 'is_featured', value: (row) => row.is_featured },
  { header: 'is_listed', value: (row) => row.is_listed },
  { header: 'tutor', value: (row) => row.tutor.map((tutor) => tutor.name).join(', ') },
  { header: 'updated', value: (row) => row.updated },
];

/** Every class that matches, as CSV. */
export const exportClasses = async (context: Context, query: ClassQuery): Promise<CsvAnswer> =>
  csvAnswer(
    'classes.csv',
    columns,
    everyRow((page) => listClasses(context, page), query),
  );
