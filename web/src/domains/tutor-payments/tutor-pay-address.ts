import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import {
  payMonthSchema,
  readTutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  getPaymentRun,
  getPaymentRunTutor,
  listPaymentRuns,
  listPaymentRunSlips,
  slipsAtOnce,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { firstPayYear } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';

/** The first month that can be chosen (part 2 §9). */
export const firstMonth = `${firstPayYear}-01`;

/** The tabs of a run's panel. */
const runTabs = ['tutors', 'differences', 'adjustments', 'runs'] as const;
export type RunTab = (typeof runTabs)[number];

/**
 * Search parameters: a tutor's month with the lesson whose rate is being set; or a payment run with its tab, search
 * text, and one tutor's payslip or all.
 */
export const paySearchSchema = z.object({
  tutor: optionalInAddress(idSchema),
  month: optionalInAddress(payMonthSchema),
  rate: optionalInAddress(idSchema),
  run: optionalInAddress(idSchema),
  tab: optionalInAddress(z.enum(runTabs)),
  show: optionalInAddress(z.enum(['to-look-at'])),
  find: optionalInAddress(z.string().max(100)),
  slip: optionalInAddress(z.union([z.literal('all'), idSchema])),
  dialog: optionalInAddress(z.enum(['adjustment'])),
});
export type PaySearch = z.infer<typeof paySearchSchema>;

/** The month in the address, limited to valid ones; the previous month by default. */
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

/** Tutors and TAs by name or e-mail, including former ones. */
export const teachersQuery = (term: string) =>
  listQuery(listUsers, {
    filter: { _type: { in: ['Tutor', 'TA'] }, ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    order: 'asc',
    max: 30,
  });

/** The run of a month, if it was started. */
export const runsOfMonthQuery = (month: string) =>
  operationQuery(listPaymentRuns, { query: { filter: { month } } });

/** All runs: twelve a year. */
export const runsQuery = () => operationQuery(listPaymentRuns, { query: { max: 200 } });

/** A run with all its tutors. */
export const runQuery = (id: string) => operationQuery(getPaymentRun, { params: { id } });

/** One tutor's part of a run. */
export const slipQuery = (id: string, tutorId: string) =>
  operationQuery(getPaymentRunTutor, { params: { id, tutorId } });

/** The payslips of a run from an offset. */
export const slipsQuery = (id: string, offset: number) =>
  operationQuery(listPaymentRunSlips, { params: { id }, query: { max: slipsAtOnce, offset } });

/** The first data: the run or its payslips, else the chosen tutor's pay and the month's run. */
export const firstPay = ({ search, settings }: { search: object; settings: ClientSettings }) => {
  const address = paySearchSchema.parse(search);
  const { tutor, run, slip } = address;
  if (run !== undefined && slip === 'all') return [slipsQuery(run, 0)];
  if (run !== undefined) return [slip === undefined ? runQuery(run) : slipQuery(run, slip)];
  const month = monthIn(address, settings.business_day);
  return [runsOfMonthQuery(month), ...(tutor === undefined ? [] : [payQuery(tutor, month)])];
};
