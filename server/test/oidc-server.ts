import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { SignInProvider } from '../src/platform/sign-in-providers.ts';

/** Claims of an account of the service. */
type Claims = Record<string, unknown>;

const clientId = 'staffroom';
const clientSecret = 'the secret of the client';

/**
 * A service of OpenID Connect on loopback. It asks nothing: a browser without a session is signed in as the account of
 * `signInAs`, or sent back as refused.
 */
export const openOidcServer = async (callbacks: readonly string[]) => {
  const accounts = new Map<string, Claims>();
  let current: string | undefined;
  let hangs = false;
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...callbacks] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of tests'] },
    claims: { email: ['email', 'email_verified'], profile: ['hd', 'tid', 'xms_edov'] },
    // The claims are in the ID token, as those of Google and Microsoft.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (hangs) return;
    if (!request.url?.startsWith('/interaction/')) {
      void answer(request, response);
      return;
    }
    const outcome =
      current === undefined
        ? { error: 'access_denied' }
        : { login: { accountId: current, remember: false } };
    void provider.interactionFinished(request, response, outcome);
  });

  return {
    issuer,
    /** The account of the next browsers; undefined refuses them. */
    signInAs: (id: string | undefined, claims: Claims = {}) => {
      current = id;
      if (id !== undefined) accounts.set(id, claims);
    },
    /** From now on, requests get no answer. */
    hang: (isHanging: boolean) => {
      hangs = isHanging;
    },
    /** The settings of a product that uses this service. */
    settings: (changes: Partial<SignInProvider> = {}): SignInProvider => ({
      name: 'company',
      label: 'Acme',
      issuer,
      clientId,
      clientSecret,
      tenants: ['acme.example'],
      tenantClaim: undefined,
      timeoutSeconds: 5,
      ...changes,
    }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
