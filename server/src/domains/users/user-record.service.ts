import { and } from 'drizzle-orm';
import type {
  createUser as createOperation,
  updateUser as updateOperation,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import { fieldsOfType } from 'staffroom-contract/domains/users/users.rules.ts';
import { isStaffType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { BodyOf, ParamsOf } from 'staffroom-contract/shared/operation.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { changeRecordIn, createRecord, defineRecord } from '../../platform/record.ts';
import { endLinksOf, findInvitation } from '../identity/password-links.queries.ts';
import { hashPassword, withSlowBodyHash } from '../identity/passwords.ts';
import { findFactor } from '../identity/second-factor.queries.ts';
import { findLockEnd } from '../identity/sign-in-throttle.ts';
import { noteSecurityChange } from '../identity/security-notices.ts';
import { endSessions } from '../identity/sessions.service.ts';
import { users } from '../identity/users.schema.ts';
import * as creditQueries from './credit.queries.ts';
import { changesRole, refuseLastAdmin, touchesRole } from './refuse-last-admin.ts';
import { refusingTakenEmail } from './refuse-taken-email.ts';
import { refuseFields, refuseRecord, refuseType, refuseValues } from './refuse-user-fields.ts';
import { newReferralCode } from './students.service.ts';
import { changesOf } from './user-changes.ts';
import { columnsOf } from './user-columns.ts';
import { presentRecord, presentUser, type UserDetails } from './user-record.presenter.ts';
import * as userQueries from './user-record.queries.ts';
import { hidesField, mayReadAccount, mayReadParent, recordScope } from './users.policy.ts';

/** A person's record, for its reads, updates and audit trail. */
export const userRecord = defineRecord({
  entity: 'user',
  table: users,
  scope: recordScope,
  read: (db, row: userQueries.UserRow, context) => detailsOf(db, context, row),
  record: presentRecord,
  present: (details, { actor }) => presentUser(details, actor),
  secrets: { passwordHash: 'password' },
  hides: hidesField,
});

/** Creates a tutor, TA or, as Admin, staff, once per Idempotency-Key. Throws forbidden, invalid_value, email_taken. */
export const createUser = async (context: Context, body: BodyOf<typeof createOperation>) => {
  refuseType(context.actor, body._type);
  refuseFields(context.actor, body._type, body);
  const once = await withSlowBodyHash(context, body.password);
  const columns = columnsOf(body, context.settings.businessTimeZone);
  const passwordHash = await hashOf(body.password);
  return refusingTakenEmail(context, body.email, () =>
    createRecord(once, userRecord, async (tx, insert) => {
      await refuseValues(tx, context, columns);
      await insert({
        ...columns,
        type: body._type,
        email: body.email,
        phoneCountryCode: columns.phone ? (columns.phoneCountryCode ?? '') : '',
        referralCode: isStaffType(body._type) ? null : newReferralCode(context.clock.now()),
        passwordHash: passwordHash ?? null,
      });
    }),
  );
};

/**
 * Changes the given fields. A new password or role or a disabled account ends its sessions (decisions: Session); a new
 * password or e-mail or a disabled account ends its password links. Throws not_found, stale, forbidden, invalid_value, email_taken, last_admin.
 */
export const updateUser = async (
  context: Context,
  { id, type }: ParamsOf<typeof updateOperation>,
  body: BodyOf<typeof updateOperation>,
) => {
  const columns = columnsOf(body, context.settings.businessTimeZone);
  const passwordHash = await hashOf(body.password);
  const ofType = (actor: Actor) => and(recordScope(actor), userQueries.isOfType(type));
  const change = { id, version: body.version, action: 'updated' };
  return refusingTakenEmail(context, body.email, () =>
    inTransaction(context, async (tx) => {
      const admins = touchesRole(body) ? await userQueries.lockAdmins(tx) : [];
      const kind = { ...userRecord, scope: ofType };
      const data = await changeRecordIn(tx, context, kind, change, async (_tx, { row }) => {
        refuseRecord(context.actor, row);
        refuseFields(context.actor, row.type, body);
        await refuseValues(tx, context, columns, row);
        const changes = changesOf(row, columns);
        refuseLastAdmin(admins, row, changes);
        if (changesRole(changes)) await endSessions(tx, id);
        else if (passwordHash) await endSessions(tx, id, context);
        if (passwordHash || changes.email !== undefined || changes.enabled === false)
          await endLinksOf(tx, id, context.clock.now());
        if (passwordHash && row.passwordHash !== null)
          await noteSecurityChange(tx, context, id, 'password_changed');
        return { ...changes, passwordHash };
      });
      return { data };
    }),
  );
};

/** The facts that staff who follow up a student may set (part 2 §5, Student update). */
type StudentFacts = Pick<
  BodyOf<typeof updateOperation>,
  'gender' | 'school' | 'first_language' | 'meta' | 'version'
>;

/** Sets a student's given facts after the caller's permission check; '' changes nothing. Throws not_found, stale. */
export const changeStudentFacts = (
  tx: Db,
  context: Context,
  id: string,
  { version, ...facts }: StudentFacts,
) => {
  const columns = columnsOf(facts, context.settings.businessTimeZone);
  const given = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== null && value !== ''),
  );
  const kind = { ...userRecord, scope: () => userQueries.isOfType('Student') };
  return changeRecordIn(tx, context, kind, { id, version, action: 'updated' }, () => given);
};

const hashOf = async (password: string | undefined) =>
  password === undefined ? undefined : hashPassword(password);

/** Reads the parts of a record that other tables contain. */
const detailsOf = async (
  db: Db,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  user: userQueries.UserRow,
): Promise<UserDetails> => ({
  user,
  orderAgents: await userQueries.listAgents(db, user.orderAgents),
  ...(await referrerOf(db, actor, user.referredBy)),
  credit:
    user.type === 'Student' ? (await creditQueries.findTotals(db, user.id)).remaining : undefined,
  ...(mayReadAccount(actor) && fieldsOfType(user.type).includes('account')
    ? {
        lockedUntil: await findLockEnd(db, user.emailKey, clock.now()),
        invitation: await findInvitation(db, user.id, clock.now()),
        secondFactor: await findFactor(db, user.id),
      }
    : { lockedUntil: null, invitation: undefined, secondFactor: undefined }),
  siblings:
    user.type === 'Student' && mayReadParent(actor)
      ? await userQueries.listSiblings(db, user, recordScope(actor))
      : [],
});

/** The record does not name a referrer whom the actor may not open. */
const referrerOf = async (db: Db, actor: Actor, id: string | null) =>
  id === null
    ? { referrer: null, namesReferrer: false }
    : {
        referrer: (await userQueries.findById(db, id)) ?? null,
        namesReferrer: (await userQueries.findById(db, id, recordScope(actor))) !== undefined,
      };
