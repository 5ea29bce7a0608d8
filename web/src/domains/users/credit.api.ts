import {
  listCredit,
  type creditActions,
} from '@staffroom/contract/domains/users/credit.contract.ts';
import { downloadList } from '../../lib/download.ts';
import { listQuery } from '../../lib/queries.ts';

export type CreditAction = (typeof creditActions)[number];

/** Ledger entries on a page (part 1 §9). */
export const creditPageSize = 20;

/** A page of a student's ledger, newest first, with what remains. */
export const creditQuery = (studentId: string, page = 1) =>
  listQuery(listCredit, {
    created_by: studentId,
    max: creditPageSize,
    offset: (page - 1) * creditPageSize,
  });

/** Saves the whole ledger of a student as CSV. */
export const downloadCredit = (studentId: string) =>
  downloadList(listCredit, { query: { created_by: studentId } }, 'credit.csv');
