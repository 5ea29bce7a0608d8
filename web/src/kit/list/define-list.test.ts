import { expect, test } from 'vitest';
import { z } from 'zod';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { contains, reportQuery } from 'staffroom-contract/shared/lists.ts';
import { many, operation } from 'staffroom-contract/shared/operation.ts';
import {
  changedFilters,
  defineList,
  listPageQuery,
  boundIn,
  sortingOf,
  wholeListInput,
  withChanges,
  withoutFilters,
} from './define-list.ts';
import { choice, choices, days } from './filters.tsx';

const today = '2026-03-23';

const classes = defineList({
  operation: listClasses,
  nouns: ['class', 'classes'],
  pageSize: 10,
  search: { label: 'Class name', field: 'name' },
  sort: { default: ['updated', 'desc'], columns: ['name', 'start_date'] },
  filters: {
    subject: choice(['English', 'Science'], { label: 'Subject' }),
    state: choice(['Active', 'Inactive'], {
      label: 'State',
      where: (state) => ({ is_active: state === 'Active' }),
    }),
  },
  empty: { none: 'No classes found' },
});

const orders = defineList({
  operation: listOrders,
  nouns: ['order', 'orders'],
  pageSize: 20,
  sort: { default: ['created', 'desc'] },
  filters: {
    status: choices(['INIT', 'PAID', 'PROCESSED'], {
      label: 'Status',
      usual: ['INIT', 'PROCESSED'],
      where: (statuses) => (statuses.length > 0 ? { status: { in: statuses } } : {}),
    }),
  },
  days: days({
    label: 'Created',
    field: 'created',
    default: () => ({ start: '2026-02-23', end: today }),
    picks: () => [],
  }),
  empty: { none: 'There are no orders to display' },
});

/** The query part of the call for a page. */
const pageOf = (address: Parameters<typeof listPageQuery>[1]) =>
  listPageQuery(classes, address, today).queryKey[2];

test('an empty address requests the first page in the default order', () => {
  expect(pageOf({})).toEqual({ query: { max: 10, offset: 0, sortBy: 'updated', order: 'desc' } });
});

test('a report sends the page in the query and its filter in the body', () => {
  const report = defineList({
    operation: operation({
      name: 'readReport',
      domain: 'orders',
      summary: '',
      method: 'POST',
      path: '/admin/report',
      access: 'signed-in',
      query: reportQuery({ sortBy: ['name'], order: 'asc', max: 10 }),
      body: z.strictObject({ name: contains, subject: z.string() }).partial(),
      response: many(z.object({ name: z.string() })),
    }),
    nouns: ['class', 'classes'],
    pageSize: 10,
    search: { label: 'Class name', field: 'name' },
    sort: { default: ['name', 'asc'] },
    filters: { subject: choice(['English', 'Science'], { label: 'Subject' }) },
    empty: { none: 'No record found' },
  });
  const address = report.address.parse({ search: 'P6', subject: 'English', page: 2 });
  expect(listPageQuery(report, address, today).queryKey[2]).toEqual({
    query: { max: 10, offset: 10, sortBy: 'name', order: 'asc' },
    body: { name: { regex: 'P6' }, subject: 'English' },
  });
  expect(wholeListInput(report, {}, today).body).toEqual({});
});

test('a filter sends its default choice until another is chosen', () => {
  const asked = (address: object) => {
    const list = defineList({
      operation: listClasses,
      nouns: ['class', 'classes'],
      pageSize: 10,
      empty: { none: 'No classes found' },
      filters: {
        active: choice(['Yes', 'No', 'All'], {
          label: 'Active',
          usual: 'Yes',
          where: (active) => (active === 'All' ? {} : { is_active: active === 'Yes' }),
        }),
      },
    });
    return wholeListInput(list, list.address.parse(address), today).query?.filter;
  };
  expect(asked({})).toEqual({ is_active: true });
  expect(asked({ active: 'No' })).toEqual({ is_active: false });
  expect(asked({ active: 'All' })).toBeUndefined();
});

test('page, search, filters and order of the address reach the call', () => {
  const address = classes.address.parse({
    search: '[P6]',
    subject: 'Science',
    state: 'Inactive',
    sortBy: 'start_date',
    page: 3,
  });
  expect(pageOf(address)).toEqual({
    query: {
      filter: { name: { regex: '[P6]' }, subject: 'Science', is_active: false },
      max: 10,
      offset: 20,
      sortBy: 'start_date',
      order: 'asc',
    },
  });
  expect(sortingOf(classes, { sortBy: 'name', order: 'desc' }, '2026-11-26')).toEqual({
    sortBy: 'name',
    order: 'desc',
  });
});

test('a sort whose day limit the period exceeds falls back to the default order', () => {
  const list = defineList({
    operation: listClasses,
    nouns: ['class', 'classes'],
    pageSize: 10,
    sort: {
      default: ['updated', 'desc'],
      columns: ['name', 'start_date'],
      bound: { columns: ['name'], days: 31, note: 'Names sort up to 31 days.' },
    },
    days: days({ label: 'Begins', field: 'start_date', default: () => undefined, picks: () => [] }),
    empty: { none: 'No classes found' },
  });
  const sorted = { sortBy: 'name', order: 'asc', from: '2026-10-01' } as const;
  const month = { ...sorted, to: '2026-10-31' };
  const longer = { ...sorted, to: '2026-11-01' };
  expect(sortingOf(list, month, '2026-11-26')).toEqual({ sortBy: 'name', order: 'asc' });
  expect(boundIn(list, month, '2026-11-26')).toBeUndefined();
  expect(sortingOf(list, longer, '2026-11-26')).toEqual({ sortBy: 'updated', order: 'desc' });
  expect(boundIn(list, longer, '2026-11-26')?.note).toBe('Names sort up to 31 days.');
  const byStart = { ...longer, sortBy: 'start_date' } as const;
  expect(sortingOf(list, byStart, '2026-11-26')).toEqual({ sortBy: 'start_date', order: 'asc' });
});

test('invalid values in the address are ignored', () => {
  expect(
    classes.address.parse({
      search: ' ',
      subject: 'Magic',
      state: 'Sleeping',
      sortBy: 'rate',
      order: 'up',
      page: 0,
      from: '2026-02-30',
    }),
  ).toEqual({});
  expect(orders.address.parse({ from: '2026-02-30', to: 'soon', status: 'INIT' })).toEqual({});
});

test('the scope restricts a list to a record, and the download ignores paging', () => {
  expect(
    wholeListInput(classes, { search: 'a', page: 4 }, today, {
      filter: { subject: 'English' },
      query: { max: 5 },
    }),
  ).toEqual({
    query: {
      max: 5,
      filter: { subject: 'English', name: { regex: 'a' } },
      sortBy: 'updated',
      order: 'desc',
    },
  });
});

test('a filter keeps its default until the address sets another value', () => {
  const filterOf = (address: object) => wholeListInput(orders, address, today).query?.filter;
  expect(filterOf({})).toEqual({
    created: { between: ['2026-02-23', today] },
    status: { in: ['INIT', 'PROCESSED'] },
  });
  expect(filterOf({ from: '2026-03-20', to: '2026-03-01', status: [] })).toEqual({
    created: { between: ['2026-03-01', '2026-03-20'] },
  });
});

test('the days can apply to another date, and all days count without a default', () => {
  const dated = defineList({
    operation: listOrders,
    nouns: ['order', 'orders'],
    pageSize: 20,
    days: days({
      label: 'Dates',
      field: 'created',
      by: [
        { field: 'created', label: 'Created' },
        { field: 'updated', label: 'Updated' },
      ],
      default: (day, { search }) => (search ? undefined : { start: day, end: day }),
      picks: () => [],
    }),
    search: { label: 'Student' },
    empty: { none: 'There are no orders to display' },
  });
  const filterOf = (address: object) =>
    wholeListInput(dated, dated.address.parse(address), today).query?.filter;
  expect(filterOf({ by: 'updated' })).toEqual({ updated: { between: [today, today] } });
  expect(filterOf({ by: 'rate' })).toEqual({ created: { between: [today, today] } });
  expect(filterOf({ search: 'lim' })).toEqual({ search: { regex: 'lim' } });
  expect(filterOf({ search: 'lim', from: '2026-03-01' })).toEqual({
    created: { between: ['2026-03-01', '2026-03-01'] },
    search: { regex: 'lim' },
  });
  const counted = (address: object) => changedFilters(dated, address, today);
  expect([counted({}), counted({ search: 'lim' }), counted({ by: 'updated' })]).toEqual([0, 0, 1]);
  expect(counted({ search: 'lim', from: today })).toBe(1);
  expect(withoutFilters(dated, { by: 'updated', search: 'lim' })).toEqual({});
});

test('only filters that differ from their default count as changed', () => {
  expect(changedFilters(classes, { search: 'a', page: 2, sortBy: 'name' }, today)).toBe(0);
  expect(changedFilters(classes, classes.address.parse({ state: 'Active' }), today)).toBe(1);
  const counted = (address: object) => changedFilters(orders, address, today);
  expect(counted({ status: ['PROCESSED', 'INIT'], to: today })).toBe(0);
  expect(counted({ status: [], from: '2026-03-01', to: '2026-03-02' })).toBe(2);
});

test('another filter or order starts at page 1; Reset keeps parameters of others', () => {
  const before = { search: 'maths', sortBy: 'name', page: 4, subject: 'English', dialog: 'create' };
  expect(withChanges(before, { subject: 'Science' })).toEqual({
    ...before,
    page: undefined,
    subject: 'Science',
  });
  expect(JSON.parse(JSON.stringify(withoutFilters(classes, before)))).toEqual({
    dialog: 'create',
  });
});
