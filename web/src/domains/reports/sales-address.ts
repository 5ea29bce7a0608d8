import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  readSalesReport,
  type SalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { firstSalesYear, type SalesKey } from 'staffroom-contract/domains/reports/sales.rules.ts';
import { monthOf } from 'staffroom-contract/shared/dates.ts';
import { currencySchema, type Currency } from 'staffroom-contract/shared/money.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine((text) => Number(text.slice(0, 4)) >= firstSalesYear);
const page = optionalInAddress(z.int().min(1));

/** Search parameters: month, excluded brand, currency, chart or table, and the pages of the tables. */
export const salesSearchSchema = z.object({
  month: optionalInAddress(month),
  exclude: optionalInAddress(textInAddress.pipe(z.string().max(80))),
  currency: optionalInAddress(currencySchema),
  view: optionalInAddress(z.enum(['table'])),
  by: optionalInAddress(z.enum(['subject'])),
  page,
  agent_page: page,
  /** Opens the dialog of the students who ordered. */
  students: optionalInAddress(z.literal(true)),
});
export type SalesSearch = z.infer<typeof salesSearchSchema>;

/** The month in the address, `YYYY-MM`; the current one by default. */
export const monthIn = ({ month: chosen }: SalesSearch, today: string): string =>
  chosen ?? today.slice(0, 7);

/** Input of the report: always whole months; `by` selects the table of a download. */
export const salesInput = (search: SalesSearch, today: string, by?: SalesKey | 'day') => ({
  query: {
    ...monthOf(`${monthIn(search, today)}-01`),
    ...(search.exclude !== undefined && { exclude: search.exclude }),
    ...(by && { by }),
  },
});

export const salesQuery = (search: SalesSearch, today: string) =>
  queryOptions({
    ...operationQuery(readSalesReport, salesInput(search, today)),
    placeholderData: keepPreviousData,
    // Future months cannot have orders.
    enabled: monthIn(search, today) <= today.slice(0, 7),
  });

export const firstSales = ({
  search,
  settings: { business_day: today },
}: {
  search: object;
  settings: ClientSettings;
}) => {
  const query = salesQuery(salesSearchSchema.parse(search), today);
  return query.enabled ? [query] : [];
};

/** The currency in the address, if the report has amounts in it; otherwise the first one of the report. */
export const currencyIn = ({ currency }: SalesSearch, { currencies }: SalesReport): Currency =>
  currencies.find((each) => each.currency === currency)?.currency ??
  currencies[0]?.currency ??
  'SGD';
