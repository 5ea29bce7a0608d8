import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { refuseWithoutPassword } from './own-password.ts';
import * as linkQueries from './provider-links.queries.ts';
import { noteSecurityChange } from './security-notices.ts';

/** Returns the accounts of services that sign in to the caller's account, oldest first. */
export const listProviderLinks = async ({ db, actor, settings }: Context) => {
  const rows = await linkQueries.listProviderLinksOf(db, actor.id);
  const labelOf = (provider: string) =>
    settings.signInProviders.find(({ name }) => name === provider)?.label ?? provider;
  const data = rows.map((row) => ({
    _id: row.id,
    provider: labelOf(row.provider),
    email: row.email,
    linked_on: row.linkedAt.toISOString(),
  }));
  return { data, count: data.length };
};

/**
 * Removes one of the caller's links. The next sign-in with the service links by e-mail again, also another account that
 * has it now. Throws password_needed for an account whose last way to sign in it may be.
 */
export const removeProviderLink = (context: Context, id: string) =>
  inTransaction(context, async (tx) => {
    const { actor } = context;
    await refuseWithoutPassword(tx, actor.id);
    const removed = await linkQueries.deleteProviderLink(tx, actor.id, id);
    if (removed) {
      await noteSecurityChange(tx, context, actor.id, 'provider_unlinked');
      await recordAudit(tx, context, {
        action: 'user.provider_unlinked',
        entity: 'user',
        entityId: actor.id,
        before: { provider: removed.provider, issuer: removed.issuer, email: removed.email },
      });
    }
    return { data: { removed: removed !== undefined } };
  });
