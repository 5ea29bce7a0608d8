import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

const path = '/admin/discountcode/general';

/** The codes list: its default view under load, its filters and sorts on their own. */
export const measureDiscountCodes = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { data } = await server.call<{ data: { code: string }[] }>(
    `${path}?max=1&sortBy=total_usage`,
  );
  const mostUsed = data[0];
  if (!mostUsed) throw new Error('The data set has no discount codes.');
  const figures = await measureViews(
    { server, dataset },
    { list: 'Discount codes', path },
    [
      ['search', { search: { regex: mostUsed.code.slice(2) } }],
      ['Active', { status: 'Active' }],
      ['Inactive, by uses', { status: 'Inactive' }, { sortBy: 'total_usage' }],
      ['last page', {}, { offset: '60', sortBy: 'code', order: 'asc' }],
    ],
    log,
  );
  return [
    ...(await measureDefaultViews(dataset, [{ what: 'Discount codes, default view', path }], log)),
    ...figures,
  ];
};
