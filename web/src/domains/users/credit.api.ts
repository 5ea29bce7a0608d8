import {
  listCredit,
  type creditActions,
} from '@staffroom/contract/domains/users/credit.contract.ts';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';

export type CreditAction = (typeof creditActions)[number];

/** A student's ledger, newest first. */
export const creditList = defineList({
  operation: listCredit,
  nouns: ['entry', 'entries'],
  pageSize: 20,
  empty: { none: 'There are no credit entries to display' },
  file: 'credit.csv',
});

export const creditScope = (studentId: string) => ({ query: { created_by: studentId } });

/** A page of a student's ledger, with what remains. */
export const creditQuery = (studentId: string, page = 1) =>
  listPageQuery(creditList, { page }, '', creditScope(studentId));
