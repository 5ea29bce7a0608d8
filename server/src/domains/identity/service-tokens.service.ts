import { eq } from 'drizzle-orm';
import type {
  createServiceToken as createOperation,
  listServiceTokens as listOperation,
  updateServiceToken as updateOperation,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import {
  endOfDay,
  expiryProblem,
  usualYears,
  yearsAfter,
} from 'staffroom-contract/domains/identity/service-tokens.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord, getRecord } from '../../platform/record.ts';
import { columnsOf } from '../../platform/wire.ts';
import { presentServiceToken } from './service-tokens.presenter.ts';
import * as tokenQueries from './service-tokens.queries.ts';
import { serviceTokens } from './service-tokens.schema.ts';
import { hashToken } from './sessions.service.ts';
import { users } from './users.schema.ts';
import { newSecret } from './use-service-token.ts';

/** Last characters of a token that stay visible. */
const hintLength = 4;

const tokenRecord = defineRecord({
  entity: 'service_token',
  table: serviceTokens,
  scope: () => undefined,
  read: async (db, row): Promise<tokenQueries.ShownToken> => {
    const { createdBy: id } = row;
    const [creator] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
    return { ...row, createdBy: { id, name: creator?.name ?? '' } };
  },
  record: presentServiceToken,
  present: presentServiceToken,
  isUncounted: true,
});

/** Returns service tokens, newest first, including expired and revoked ones, with the exact count (decisions: Integrations). */
export const listServiceTokens = async (context: Context, page: QueryOf<typeof listOperation>) => {
  const { rows, count } = await tokenQueries.listAndCount(context.db, page);
  return { data: rows.map(presentServiceToken), count };
};

/** Returns one token. Throws not_found. */
export const getServiceToken = (context: Context, id: string) =>
  getRecord(context, tokenRecord, id);

/** Creates a token and returns it once: only its hash and its last four characters are stored. Throws invalid_value. */
export const createServiceToken = async (
  context: Context,
  { scopes, expires_on: expiry, ...fields }: BodyOf<typeof createOperation>,
) => {
  const token = newSecret();
  const expires_on = expiry === undefined ? inAYear(context) : expiry;
  refuseExpiry(context, expires_on);
  const { data } = await createRecord(context, tokenRecord, (_tx, insert) =>
    insert({
      ...columnsOf(serviceTokens, { ...fields, expires_on }),
      scopes: [...new Set(scopes)],
      hint: token.slice(-hintLength),
      tokenHash: hashToken(token),
      createdBy: context.actor.id,
    }),
  );
  return { data: { ...data, token } };
};

/** Changes the expiry and the addresses of a token. Throws not_found, stale, service_token_revoked, invalid_value. */
export const updateServiceToken = (
  context: Context,
  id: string,
  { version, ...fields }: BodyOf<typeof updateOperation>,
) =>
  changeRecord(context, tokenRecord, { id, version, action: 'updated' }, (_tx, { row }) => {
    if (row.revoked !== null) throw refusal('service_token_revoked');
    const isSame = fields.expires_on === undefined || isExpiryOf(row, fields.expires_on);
    if (!isSame) refuseExpiry(context, fields.expires_on ?? null);
    return columnsOf(serviceTokens, fields);
  });

/** Revokes a token at once; does nothing if it is already revoked. Throws not_found. */
export const revokeServiceToken = (context: Context, id: string) =>
  changeRecord(context, tokenRecord, { id, action: 'revoked' }, (_tx, { row }) =>
    row.revoked === null ? { revoked: context.clock.now() } : null,
  );

const inAYear = ({ clock, settings: { businessTimeZone: zone } }: Context) =>
  endOfDay(yearsAfter(businessDayOf(clock.now().toISOString(), zone), usualYears), zone);

const isExpiryOf = ({ expiresAt }: { expiresAt: Date | null }, expiry: string | null) =>
  expiresAt?.getTime() === (expiry === null ? undefined : Date.parse(expiry));

const refuseExpiry = ({ clock }: Context, expiry: string | null) => {
  const message = expiry === null ? undefined : expiryProblem(expiry, clock.now().toISOString());
  if (message) throw refusal('invalid_value', { field: 'expires_on', message });
};
