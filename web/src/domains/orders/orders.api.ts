import { useQuery } from '@tanstack/react-query';
import {
  createOrder,
  createTrialOrder,
  getOrder,
  listOrders,
  quoteOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import type { CallInput } from '../../lib/api-client.ts';
import { downloadList } from '../../lib/download.ts';
import { everyQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Domains that an order changes: rosters, a code's uses, the student's first purchase. */
export const refreshedByOrders: readonly Domain[] = [
  'orders',
  'lessons',
  'users',
  'discount-codes',
  'tickets',
];

/** Domains that a change of a roster place affects. */
export const refreshedByPlaces: readonly Domain[] = ['lessons', 'orders'];

/** Every order of a student, newest first; their totals need all of them. */
const ordersOfStudent = (studentId: string) =>
  everyQuery(listOrders, { filter: { created_by: studentId }, ...newestFirst });

const newestFirst = { sortBy: 'created', order: 'desc' } as const;

export const useOrdersOfStudent = (studentId: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...ordersOfStudent(studentId), enabled });

/** The last few orders of a student, with the count of all. */
export const lastOrdersOfStudent = (studentId: string) =>
  operationQuery(listOrders, {
    query: { filter: { created_by: studentId }, ...newestFirst, max: 3 },
  });

/** Saves every order of a student as CSV. */
export const downloadOrdersOfStudent = (studentId: string) =>
  downloadList(
    listOrders,
    { query: { filter: { created_by: studentId }, ...newestFirst } },
    'orders.csv',
  );

export const orderQuery = (id: string) => operationQuery(getOrder, { params: { id } });

/** The first students whose e-mail, phone or name contains the term, among those visible to the actor. */
export const suggestedStudents = (term: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', search: { regex: term } }, sortBy: 'name', max: 8 },
  });

/** Students with these digits in their phone. */
export const studentsWithPhone = (digits: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', phone: { regex: digits } }, max: 50 },
  });

/** Students whose name contains this one. */
export const studentsNamed = (name: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', name: { regex: name } }, sortBy: 'name', max: 50 },
  });

export type QuoteBody = CallInput<typeof quoteOrder>['body'];

/** Effects and price of an order; a request with other terms cancels the previous one. */
export const quoteQuery = (body: QuoteBody) => ({
  ...operationQuery(quoteOrder, { body }),
  // Seats and code uses change while the form is open.
  staleTime: 0,
});

export const useCreateOrder = () => useOperation(createOrder, { refreshes: refreshedByOrders });
export const useCreateTrialOrder = () =>
  useOperation(createTrialOrder, { refreshes: refreshedByOrders });
