import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { readTicketStats } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  conversionKeys,
  type Period,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { monthOf, plainDateSchema } from 'staffroom-contract/shared/dates.ts';
import { listPageQuery } from '../../kit/list/define-list.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { conversionLists, conversionScope, conversionSorts, usualKey } from './conversion-lists.ts';
import type { ConversionAddress } from './conversion-table.tsx';

const order = optionalInAddress(z.enum(['asc', 'desc']));
const page = optionalInAddress(z.int().min(1));
const by = optionalInAddress(z.enum(conversionKeys));
const sort = optionalInAddress(z.enum(conversionSorts));

/** URL search: the period, chart or table view, and the state of both tables. */
export const statSearchSchema = z.object({
  from: optionalInAddress(plainDateSchema),
  to: optionalInAddress(plainDateSchema),
  view: optionalInAddress(z.enum(['table'])),
  trial_by: by,
  trial_page: page,
  trial_sort: sort,
  trial_order: order,
  renewal_by: by,
  renewal_page: page,
  renewal_sort: sort,
  renewal_order: order,
});
export type StatSearch = z.infer<typeof statSearchSchema>;

export const periodIn = ({ from, to }: StatSearch, today: string): Period => {
  const usual = monthOf(today);
  const [start, end] = [from ?? usual.start, to ?? usual.end];
  return start <= end ? { start, end } : { start: end, end: start };
};

export const statsQuery = (period: Period) =>
  queryOptions({
    ...operationQuery(readTicketStats, { query: period }),
    placeholderData: keepPreviousData,
  });

export const tableNames = { TrialConversion: 'trial', ClassRenewal: 'renewal' } as const;

export const tableAddress = (search: StatSearch, type: TicketType): ConversionAddress => {
  const name = tableNames[type];
  return {
    by: search[`${name}_by`],
    page: search[`${name}_page`],
    sortBy: search[`${name}_sort`],
    order: search[`${name}_order`],
  };
};

export const withTable = (
  search: StatSearch,
  type: TicketType,
  address: ConversionAddress,
): StatSearch => {
  const name = tableNames[type];
  return {
    ...search,
    [`${name}_by`]: address.by,
    [`${name}_page`]: address.page,
    [`${name}_sort`]: address.sortBy,
    [`${name}_order`]: address.order,
  };
};

/** The queries to preload for the statistics. */
export const firstStats = ({
  search: written,
  settings: { business_day: today },
}: {
  search: object;
  settings: ClientSettings;
}) => {
  const search = statSearchSchema.parse(written);
  const period = periodIn(search, today);
  return [
    statsQuery(period),
    ...(['TrialConversion', 'ClassRenewal'] as const).map((type) => {
      const address = tableAddress(search, type);
      const key = address.by ?? usualKey[type];
      const scope = conversionScope(type, key, period);
      return listPageQuery(conversionLists[type][key], address, today, scope);
    }),
  ];
};
