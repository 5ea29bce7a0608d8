import { newLinkToken } from '../../src/domains/identity/link-tokens.ts';
import { passwordLinks } from '../../src/domains/identity/identity.schema.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';
import { insertRow } from './insert-row.ts';
import { aUser } from './user.factory.ts';

type Values = Partial<typeof passwordLinks.$inferInsert>;

/** A link that was sent to an account and works for 30 minutes, with its token; by default of a new agent. */
export const aPasswordLink = async (
  app: Stage,
  { account, ...values }: Values & { account?: { id: string; email: string } } = {},
) => {
  const owner = account ?? (await aUser(app));
  const now = app.clock.now();
  const id = values.id ?? newId(now);
  const { token, tokenHash } = newLinkToken(id);
  const link = await insertRow(app, passwordLinks, {
    id,
    kind: 'reset',
    emailKey: owner.email.toLowerCase(),
    userId: owner.id,
    network: '203.0.113.9',
    tokenHashes: [tokenHash],
    expiresAt: new Date(now.getTime() + 30 * 60_000),
    sentAt: now,
    ...values,
  });
  return { link, token, account: owner };
};
