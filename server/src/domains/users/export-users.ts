import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import type { UserQuery } from './users.queries.ts';
import { listUsers } from './users.service.ts';

const columns: CsvColumn<UserSummary>[] = [
  { header: 'type', value: (user) => user._type },
  { header: 'email', value: (user) => user.email },
  { header: 'name', value: (user) => user.name },
  { header: 'phone_country_code', value: (user) => user.phone_country_code },
  { header: 'phone', value: (user) => user.phone },
  { header: 'enabled', value: (user) => user.enabled },
];

/** Every user that matches, as CSV, with no more than the list shows the actor. */
export const exportUsers = async (context: Context, query: UserQuery): Promise<CsvAnswer> =>
  csvAnswer(
    'users.csv',
    columns,
    everyRow((page) => listUsers(context, page), query),
  );
