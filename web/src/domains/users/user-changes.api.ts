import { keepPreviousData } from '@tanstack/react-query';
import { listUserChanges } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** Steps of a timeline on a page. */
export const userChangesPageSize = 20;

/** A page of what was changed on a person's record, newest first. */
export const userChangesQuery = (userId: string, page = 1) => ({
  ...operationQuery(listUserChanges, {
    params: { id: userId },
    query: { max: userChangesPageSize, offset: (page - 1) * userChangesPageSize },
  }),
  placeholderData: keepPreviousData,
});
