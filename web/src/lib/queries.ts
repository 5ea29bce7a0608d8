import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangesOperation } from 'staffroom-contract/shared/changes.ts';
import type { AnyOperation, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { callOperation, type CallInput, type QueryInput } from './api-client.ts';
import { fetchEvery } from './fetch-every.ts';
import { queryKey } from './query-keys.ts';

/** Query options of a reading operation, for `useQuery` and route loaders. */
export const operationQuery = <O extends AnyOperation>(operation: O, input: CallInput<O>) =>
  queryOptions({
    queryKey: queryKey(operation, input),
    queryFn: ({ signal }) => callOperation(operation, input, { signal }),
  });

/** Query options of a list: rows on screen stay while the next page or filter loads. */
export const listQuery = <O extends AnyOperation>(operation: O, query: QueryInput<O>) =>
  queryOptions({
    ...operationQuery(operation, { query }),
    placeholderData: keepPreviousData,
  });

type ListAnswer<O extends AnyOperation> =
  ResponseOf<O> extends { data: (infer Row extends { _id: string })[]; count: number }
    ? ResponseOf<O> & { data: Row[]; count: number }
    : never;

const fetchWhole = async <O extends AnyOperation>(
  operation: O,
  query: QueryInput<O>,
  signal: AbortSignal,
): Promise<ListAnswer<O>> => {
  let last: object = {};
  const data = await fetchEvery(async (range) => {
    const input = { query: { ...query, ...range } };
    const page = (await callOperation(operation, input, { signal })) as ListAnswer<O>;
    last = page;
    return page;
  });
  return { ...last, data, count: data.length } as ListAnswer<O>;
};

/** Query options of all matching rows of a list, over any number of pages. */
export const everyQuery = <O extends AnyOperation>(operation: O, query: QueryInput<O>) =>
  queryOptions({
    queryKey: queryKey(operation, { every: query }),
    queryFn: async ({ signal }): Promise<ListAnswer<O>['data']> =>
      (await fetchWhole(operation, query, signal)).data,
  });

/** Like `everyQuery`, with the other properties of the last page; rows on screen stay while another filter loads. */
export const wholeListQuery = <O extends AnyOperation>(operation: O, query: QueryInput<O>) =>
  queryOptions({
    queryKey: queryKey(operation, { whole: query }),
    queryFn: ({ signal }) => fetchWhole(operation, query, signal),
    placeholderData: keepPreviousData,
  });

/** Page size of a record's timeline. */
export const changesPageSize = 20;

/** Query options of a page of a record's timeline, newest first. */
export const changesQuery = (operation: ChangesOperation, id: string, page: number) =>
  queryOptions({
    ...operationQuery(operation, {
      params: { id },
      query: { max: changesPageSize, offset: (page - 1) * changesPageSize },
    }),
    placeholderData: keepPreviousData,
  });
