import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import {
  payMonthSchema,
  readTutorPay,
} from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { firstPayYear } from '@staffroom/contract/domains/tutor-payments/tutor-pay.rules.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { idSchema } from '@staffroom/contract/shared/text.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';

/** The month that can be chosen first (part 2 §9). */
export const firstMonth = `${firstPayYear}-01`;

/** Whose pay of which month, and the lesson whose rate is being set. */
export const paySearchSchema = z.object({
  tutor: optionalInAddress(idSchema),
  month: optionalInAddress(payMonthSchema),
  rate: optionalInAddress(idSchema),
});
export type PaySearch = z.infer<typeof paySearchSchema>;

/** The month in the address; the previous one unless told. */
export const monthIn = ({ month }: PaySearch, today: string): string => {
  const current = today.slice(0, 7);
  if (month === undefined) return addMonths(`${current}-01`, -1).slice(0, 7);
  return month > current ? current : month < firstMonth ? firstMonth : month;
};

export const payInput = (tutor: string, month: string) => ({ query: { tutor, month } });

export const payQuery = (tutor: string, month: string) =>
  queryOptions({
    ...operationQuery(readTutorPay, payInput(tutor, month)),
    placeholderData: keepPreviousData,
  });

/** Tutors and TAs by name or e-mail, those who teach no more too. */
export const teachersQuery = (term: string) =>
  listQuery(listUsers, {
    filter: { _type: { in: ['Tutor', 'TA'] }, ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    order: 'asc',
    max: 30,
  });

/** The first data: the pay of who is chosen. */
export const firstPay = ({ search, settings }: { search: object; settings: ClientSettings }) => {
  const address = paySearchSchema.parse(search);
  const { tutor } = address;
  return tutor === undefined ? [] : [payQuery(tutor, monthIn(address, settings.business_day))];
};
