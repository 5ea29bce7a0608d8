import type {
  createUser as createOperation,
  listUserChanges as changesOperation,
  updateUser as updateOperation,
} from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { BodyOf, ParamsOf, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { listRecordChanges } from '../../platform/record-changes.ts';
import { hashPassword, withSlowBodyHash } from '../identity/passwords.ts';
import { endSessions } from '../identity/sessions.service.ts';
import * as creditQueries from './credit.queries.ts';
import { changesRole, refuseLastAdmin, touchesRole } from './refuse-last-admin.ts';
import { refusingTakenEmail } from './refuse-taken-email.ts';
import { refuseFields, refuseRecord, refuseType, refuseValues } from './refuse-user-fields.ts';
import { changesOf } from './user-changes.ts';
import { columnsOf } from './user-columns.ts';
import { presentRecord, presentUser, type UserDetails } from './user-record.presenter.ts';
import * as userQueries from './user-record.queries.ts';
import { hidesField, recordScope } from './users.policy.ts';

/** One person's record (part 1 §3, User). Throws not_found, also for records out of the actor's scope. */
export const getUser = async (context: Context, id: string) => {
  const user = await userQueries.findById(context.db, id, recordScope(context.actor));
  if (!user) throw notFound('id');
  return { data: presentUser(await detailsOf(context.db, context, user), context.actor) };
};

/** What was changed on a record, newest first, as far as the actor may read the record itself. Throws not_found. */
export const listUserChanges = async (
  context: Context,
  id: string,
  page: QueryOf<typeof changesOperation>,
) => {
  const user = await userQueries.findById(context.db, id, recordScope(context.actor));
  if (!user) throw notFound('id');
  const { data, count } = await listRecordChanges(context.db, {
    entity: 'user',
    entityId: id,
    ...page,
  });
  const isReadable = ({ field }: { field: string }) => !hidesField(context.actor, field);
  return {
    data: data.map((entry) => ({ ...entry, changes: entry.changes.filter(isReadable) })),
    count,
  };
};

/**
 * Creates a tutor, a TA or, as an Admin, a staff account, at most once per Idempotency-Key. Throws forbidden,
 * invalid_value, email_taken.
 */
export const createUser = async (context: Context, body: BodyOf<typeof createOperation>) => {
  refuseType(context.actor, body._type);
  refuseFields(context.actor, body._type, body);
  const once = await withSlowBodyHash(context, body.password);
  const columns = columnsOf(body, context.settings.businessTimeZone);
  const passwordHash = await hashOf(body.password);
  return refusingTakenEmail(context, body.email, () =>
    inTransactionOnce(once, async (tx) => {
      await refuseValues(tx, context, columns);
      const now = context.clock.now();
      const user = await userQueries.insert(tx, {
        ...columns,
        id: newId(now),
        type: body._type,
        email: body.email,
        phoneCountryCode: columns.phone ? (columns.phoneCountryCode ?? '') : '',
        passwordHash: passwordHash ?? null,
        created: now,
        updated: now,
      });
      const details = await detailsOf(tx, context, user);
      await recordAudit(tx, context, {
        action: 'user.created',
        entity: 'user',
        entityId: user.id,
        after: { ...presentRecord(details), ...(passwordHash ? { password: 'set' } : {}) },
      });
      return { data: presentUser(details, context.actor) };
    }),
  );
};

/**
 * Changes the given fields of a record; a save that changes nothing moves nothing. A new password, a disabled account
 * and another role end the account's sessions at once (decisions: Session). Throws not_found, forbidden,
 * invalid_value, stale, email_taken, last_admin.
 */
export const updateUser = async (
  context: Context,
  { id, type }: ParamsOf<typeof updateOperation>,
  body: BodyOf<typeof updateOperation>,
) => {
  const columns = columnsOf(body, context.settings.businessTimeZone);
  const passwordHash = await hashOf(body.password);
  return refusingTakenEmail(context, body.email, () =>
    inTransaction(context, async (tx) => {
      const admins = touchesRole(body) ? await userQueries.lockAdmins(tx) : [];
      const before = await userQueries.lockById(tx, id, recordScope(context.actor));
      if (before?.type.toLowerCase() !== type.toLowerCase()) throw notFound('id');
      refuseRecord(context.actor, before);
      refuseFields(context.actor, before.type, body);
      const old = await detailsOf(tx, context, before);
      if (body.version !== undefined && body.version !== before.version)
        throw refusal('stale', { current: presentUser(old, context.actor) });
      await refuseValues(tx, context, columns, before);
      const changes = changesOf(before, columns);
      if (passwordHash === undefined && Object.keys(changes).length === 0)
        return { data: presentUser(old, context.actor) };
      refuseLastAdmin(admins, before, changes);

      const user = await userQueries.update(tx, id, {
        ...changes,
        ...(passwordHash ? { passwordHash } : {}),
        updated: context.clock.now(),
      });
      if (changesRole(changes)) await endSessions(tx, id);
      else if (passwordHash) await endSessions(tx, id, context);
      const details = await detailsOf(tx, context, user);
      await recordAudit(tx, context, {
        action: 'user.updated',
        entity: 'user',
        entityId: id,
        before: presentRecord(old),
        after: { ...presentRecord(details), ...(passwordHash ? { password: 'changed' } : {}) },
      });
      return { data: presentUser(details, context.actor) };
    }),
  );
};

const hashOf = async (password: string | undefined) =>
  password === undefined ? undefined : hashPassword(password);

/** What of a record stands elsewhere; a referrer whom the actor may not open is not named. */
const detailsOf = async (
  db: Db,
  { actor }: Context,
  user: userQueries.UserRow,
): Promise<UserDetails> => ({
  user,
  orderAgents: await userQueries.listAgents(db, user.orderAgents),
  referrer:
    (user.referredBy && (await userQueries.findById(db, user.referredBy, recordScope(actor)))) ||
    null,
  credit:
    user.type === 'Student' ? (await creditQueries.findTotals(db, user.id)).remaining : undefined,
});
