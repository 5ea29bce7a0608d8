import { providerCodes, providerLinks } from '../../src/domains/identity/provider-links.schema.ts';
import { hashToken } from '../../src/domains/identity/sessions.service.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';

/** The code of a sign-in with a service, for the browser whose cookie has this secret; valid for a minute. */
export const aProviderCode = async (app: Stage, userId: string, secret: string) => {
  const code = unique('code');
  await insertRow(app, providerCodes, {
    codeHash: hashToken(code),
    userId,
    provider: 'company',
    browserHash: hashToken(secret),
    expiresAt: new Date(app.clock.now().getTime() + 60_000),
  });
  return code;
};

/** A link of an account to one of a service. */
export const aProviderLink = (app: Stage, userId: string) =>
  insertRow(app, providerLinks, {
    userId,
    provider: 'company',
    issuer: 'https://id.acme.example',
    subject: unique('subject'),
    email: 'someone@acme.example',
    linkedAt: app.clock.now(),
  });
