import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const rows = 5000;
const runRows = 1500;

type Progress = { _id: string; run: string; run_done: number; run_total: number };

/** A preview of 5,000 rows, then the orders of a shorter file by the worker. */
export const measureImports = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const classes = await classesToName(dataset);
  const preview = (count: number, mark: string) =>
    server.call<{ data: { progress: Progress } }>('/admin/order/csv/preview', {
      method: 'POST',
      body: {
        file_name: `${mark}.csv`,
        columns: importColumns,
        rows: Array.from({ length: count }, (_, index) => aRow(classes, mark, index)),
      },
    });
  const mark = Date.now().toString(36);
  const began = performance.now();
  await preview(rows, `preview-${mark}`);
  const previewSeconds = (performance.now() - began) / 1000;
  log(`previewing ${rows} rows: ${previewSeconds.toFixed(1)} s`);

  const { data } = await preview(runRows, `run-${mark}`);
  const id = data.progress._id;
  const ran = performance.now();
  await server.call('/admin/order/csv/run', { method: 'POST', body: { import_id: id } });
  const progress = await finished(server, id);
  const rate = (progress.run_done * 1000) / (performance.now() - ran);
  log(`ordering ${progress.run_done} of ${progress.run_total} rows: ${Math.round(rate)}/s`);
  return [
    {
      what: `CSV: ${rows} rows previewed`,
      value: previewSeconds,
      unit: 's',
      bar: 5,
      atLeast: false,
    },
    { what: 'CSV: rows ordered by the run', value: rate, unit: '/s', bar: 100, atLeast: true },
  ];
};

const finished = async (server: ServerUnderLoad, id: string): Promise<Progress> => {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const { data } = await server.call<{ data: Progress }>(`/admin/order/csv/${id}`);
    if (data.run === 'done') return data;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The import did not end within two minutes.');
};

type NamedClass = { name: string; month: string };

const aRow = (classes: NamedClass[], mark: string, index: number): string[] => {
  const chosen = classes[index % classes.length];
  const row: Record<(typeof importColumns)[number], string> = {
    no: String(index + 1),
    date_of_order: `${chosen?.month ?? ''}-01`,
    name: `Bench Student ${index}`,
    email: `${mark}.${index}@example.com`,
    class: chosen?.name ?? '',
    type: 'PAYMENT_VIDEO',
    for_month: monthName(chosen?.month ?? ''),
    lessons: '1',
    llp_price: '25',
    total: '25',
    commission: '5',
    commission_paid: '5',
    transaction_number: `Bench ${mark} ${index}`,
    remarks: '',
    to_be_paid: '20',
  };
  return importColumns.map((column) => row[column]);
};

const monthName = (month: string) =>
  `${new Date(`${month}-15T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })} ${month.slice(0, 4)}`;

const classesToName = (dataset: Dataset) =>
  dataset.rows<NamedClass>(
    `select classes.name, to_char(max(lessons.scheduled_at at time zone 'Asia/Singapore'), 'YYYY-MM') as month
     from classes join lessons on lessons.class_id = classes.id and lessons.is_active
     where classes.is_active and not classes.force_full_purchase and not classes.is_sold_out
     group by classes.id, classes.name
     having count(*) > 3
     limit 200`,
  );
