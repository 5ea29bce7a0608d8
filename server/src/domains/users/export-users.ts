import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import { mayReadAccount } from './users.policy.ts';
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

/** What the screen `/user` shows beyond a look-up. */
const listedColumns: CsvColumn<UserSummary>[] = [
  { header: 'e_verified', value: (user) => user.e_verified },
  { header: 'p_verified', value: (user) => user.p_verified },
  { header: 'referral_code', value: (user) => user.referral_code },
  { header: 'registered', value: (user) => user.created },
];

const accountColumns: CsvColumn<UserSummary>[] = [
  { header: 'acts_as', value: (user) => user.acts_as },
];

const columnsFor = (actor: Actor) => [
  ...columns,
  ...(mayOpen(actor, '/user') ? listedColumns : []),
  ...(mayReadAccount(actor) ? accountColumns : []),
];

/** Every user that matches, as CSV, with no more than the list shows the actor. */
export const exportUsers = async (context: Context, query: UserQuery): Promise<CsvAnswer> =>
  csvAnswer(
    'users.csv',
    columnsFor(context.actor),
    everyRow((page) => listUsers(context, page), query),
  );
