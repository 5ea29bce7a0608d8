import { readFileSync } from 'node:fs';
import {
  importColumns,
  previewOrderImport,
  type ImportColumn,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { parseCsv } from 'staffroom-contract/domains/orders/parse-csv.test-helper.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { classes } from '../../src/domains/classes/classes.schema.ts';
import { lessons } from '../../src/domains/lessons/lessons.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass } from './class.factory.ts';
import { insertRows, type ValuesOf } from './insert-row.ts';

export type FileBody = BodyInput<typeof previewOrderImport>;

const sample = new URL('../../../e2e/fixtures/orders-sample.csv', import.meta.url);

/** The partner's sample file in the form that the browser sends. */
export const theSampleFile = (values: Partial<FileBody> = {}): FileBody => {
  const [columns = [], ...rows] = parseCsv(readFileSync(sample, 'utf8'));
  return { file_name: 'llp-orders-march.csv', columns, rows, ...values };
};

type Cells = Partial<Record<ImportColumn, string>>;

/** A row that can be ordered once its class exists: 4 lessons in April 2026 for a unique student. */
export const aRow = (cells: Cells = {}): string[] => {
  const total = 25 * Number(cells.lessons ?? 4);
  const filled: Cells = {
    no: '1',
    date_of_order: '3/3/2026',
    name: 'Tan Jun Wei',
    email: `${unique('row')}@example.com`,
    type: 'PAYMENT',
    for_month: 'April',
    lessons: '4',
    llp_price: '25',
    total: String(total),
    commission: String(total / 5),
    commission_paid: String(total / 5),
    transaction_number: unique('PayNow ref'),
    to_be_paid: String(total - total / 5),
    ...cells,
  };
  return importColumns.map((column) => filled[column] ?? '');
};

export const aFile = (rows: string[][], values: Partial<FileBody> = {}): FileBody => ({
  file_name: 'orders.csv',
  columns: [...importColumns],
  rows,
  ...values,
});

const week = 7;

/** A class at $25.00 with weekly lessons from February to July 2026, the first on `firstDay`. */
export const aSpringClass = async (
  app: Stage,
  {
    firstDay = '2026-02-07',
    everyDays = week,
    ...values
  }: Partial<typeof classes.$inferInsert> & {
    firstDay?: string;
    everyDays?: number;
  } = {},
) => {
  const tuitionClass = await aClass(app, {
    rate: 2500,
    startDate: new Date('2026-01-31T16:00:00Z'),
    endDate: new Date('2027-12-31T15:59:59Z'),
    ...values,
  });
  const made: ValuesOf<typeof lessons>[] = [];
  let day = Temporal.PlainDate.from(firstDay);
  for (let index = 1; day.toString() < '2026-08-01'; index += 1) {
    const starts = new Date(`${day.toString()}T14:00:00+08:00`);
    made.push({
      classId: tuitionClass.id,
      name: `T1 L${index}`,
      lessonIndex: index,
      scheduledAt: starts,
      endedAt: new Date(starts.getTime() + 90 * 60_000),
      hostingPlatform: 'Staffroom Classroom',
    });
    day = day.add({ days: everyDays });
  }
  const inserted = await insertRows(app, lessons, made);
  return {
    tuitionClass,
    lessons: inserted.toSorted((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime()),
  };
};

/** The classes of the sample file, with lessons in the months that it needs. */
export const theSampleClasses = async (app: Stage) => {
  const weekly: [name: string, firstDay: string, rate: number][] = [
    ['P6 Mathematics — Sat 2pm', '2026-02-07', 2500],
    ['P5 English — Sun 10am', '2026-02-01', 2500],
    ['Sec 3 A Maths Regular', '2026-02-03', 3000],
    ['Sec 4 E Maths Regular', '2026-02-02', 3000],
    ['P5 Chinese — Sat 10am', '2026-02-07', 2500],
    ['JC1 H2 Mathematics', '2026-02-02', 4000],
    ['P4 Science — Fri 7pm', '2026-02-06', 2500],
    ['Sec 2 Science Regular', '2026-02-04', 2800],
  ];
  const made = new Map<string, Awaited<ReturnType<typeof aSpringClass>>>();
  for (const [name, firstDay, rate] of weekly)
    made.set(name, await aSpringClass(app, { name, firstDay, rate }));
  const workshop = {
    name: 'P6 PSLE Maths Intensive Workshop',
    rate: 3500,
    classType: 'Workshop' as const,
  };
  made.set(
    workshop.name,
    await aSpringClass(app, { ...workshop, firstDay: '2026-06-02', everyDays: 2 }),
  );
  return made;
};
