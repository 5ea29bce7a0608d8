import { useQuery } from '@tanstack/react-query';
import { getClientSettings } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { servedProductName, servedTimeZone } from './served-page.ts';
import { operationQuery } from './queries.ts';

export type ClientSettings = ResponseOf<typeof getClientSettings>['data'];

/** Product name, business time zone and business day; refetched regularly because the day changes. */
export const settingsQuery = {
  ...operationQuery(getClientSettings, {}),
  staleTime: 5 * 60_000,
  refetchInterval: 10 * 60_000,
};

/** Settings until the API answers: those of the served page, or the server's defaults. */
export const untilAnswered = (): ClientSettings => ({
  product_name: servedProductName(),
  business_time_zone: servedTimeZone(),
  business_day: new Date().toLocaleDateString('sv-SE', { timeZone: servedTimeZone() }),
  partner_brand: 'LLP',
  signup_url: null,
  default_currency: 'SGD',
});

export const useSettings = (): ClientSettings =>
  useQuery(settingsQuery).data?.data ?? untilAnswered();

/** Today as a business day, `YYYY-MM-DD`, by the server's clock. */
export const useToday = (): string => useSettings().business_day;
