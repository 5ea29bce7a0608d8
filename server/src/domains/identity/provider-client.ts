import type { Configuration, IDToken } from 'openid-client';
import type { ProviderProblem } from 'staffroom-contract/domains/identity/provider-problems.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import type { SignInProvider } from '../../platform/sign-in-providers.ts';
import { checksOf } from './provider-cookie.ts';

/** Milliseconds for which a service's description is kept. */
const keptFor = 60 * 60_000;

/** Loaded by the first sign-in with a service: most installations have none. */
const library = () => import('openid-client');

type Described = { configuration: Promise<Configuration>; at: number };
const described = new WeakMap<SignInProvider, Described>();

const configurationOf = async (provider: SignInProvider): Promise<Configuration> => {
  const known = described.get(provider);
  if (known && Date.now() - known.at < keptFor) return known.configuration;
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
  const { issuer, clientId, clientSecret, timeoutSeconds } = provider;
  const configuration = discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: [
      // Checks the signature of ID tokens too.
      enableNonRepudiationChecks,
      // The settings allow http on loopback only.
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  });
  described.set(provider, { configuration, at: Date.now() });
  configuration.catch(() => described.delete(provider));
  return configuration;
};

type Asked = {
  provider: SignInProvider;
  /** The address of our callback. */
  callback: string;
  /** The secret of the browser. */
  secret: string;
};

/** The address at the service to which a browser is sent. Throws while the service is away. */
export const signInAddress = async ({ provider, callback, secret }: Asked): Promise<URL> => {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const { state, nonce, verifier } = checksOf(secret);
  return buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: callback,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
};

/** An account of a service. */
export type ProviderAccount = {
  issuer: string;
  subject: string;
  email: string;
  isVerified: boolean;
  /** Its company is one of those in the settings. */
  isOurs: boolean;
};

/**
 * The account with which a browser came back from a service: exchanges the code and checks signature, issuer, audience,
 * nonce, state and PKCE. Throws for everything that is wrong; see `problemOf`.
 */
export const readProviderAccount = async (
  { provider, callback, secret }: Asked,
  query: string,
): Promise<ProviderAccount> => {
  const { authorizationCodeGrant } = await library();
  const { state, nonce, verifier } = checksOf(secret);
  const current = new URL(callback);
  current.search = query;
  const tokens = await authorizationCodeGrant(await configurationOf(provider), current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The service sent no ID token.');
  const email = textOf(claims['email']);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    // A letter outside ASCII may become one of another person's e-mail in lower case: the Kelvin sign becomes k.
    isVerified: isEmail(email) && isEmailVerified(claims),
    isOurs: provider.tenants.includes(tenantOf(claims, provider).toLowerCase()),
  };
};

/** The company of an account by the provider's claim; without one by the domain of a verified e-mail. */
const tenantOf = (claims: IDToken, { tenantClaim }: SignInProvider): string => {
  if (tenantClaim) return textOf(claims[tenantClaim]);
  return isEmailVerified(claims) ? (textOf(claims['email']).split('@').at(-1) ?? '') : '';
};

/** `xms_edov` is Microsoft's claim that the tenant owns the e-mail's domain; it has no `email_verified`. */
const isEmailVerified = (claims: IDToken) =>
  [claims['email_verified'], claims['xms_edov']].some((claim) =>
    [true, 'true', 1, '1'].some((yes) => yes === claim),
  );

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '');

/** The problem to show for an error of the two functions above: the service is away, or it refused. */
export const problemOf = async (error: unknown): Promise<ProviderProblem> => {
  const { AuthorizationResponseError, ResponseBodyError } = await library();
  if (error instanceof AuthorizationResponseError) return 'refused';
  if (error instanceof ResponseBodyError) return error.status < 500 ? 'refused' : 'unavailable';
  const { code } = error as { code?: unknown };
  const isAway = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return typeof code === 'string' && code.startsWith('OAUTH_') && !isAway
    ? 'refused'
    : 'unavailable';
};

/** The facts of an error for the log. Its cause may have claims or codes, so it stays out. */
export const factsOf = (error: unknown) => {
  const {
    name,
    message,
    code,
    error: answer,
    error_description: description,
  } = (error ?? {}) as {
    [fact: string]: unknown;
  };
  return { name, reason: message, code, answer, description };
};
