import { isSafe, refuse, url, type Environment } from './environment.ts';

/** A service of OpenID Connect whose accounts can sign in. */
export type SignInProvider = {
  /** In addresses, and in the names of its settings. */
  name: 'google' | 'microsoft' | 'company';
  /** On its button: "Sign in with Google". */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Accepted values of `tenantClaim`, or domains of e-mails if there is no such claim. In lower case. */
  tenants: readonly string[];
  /** The claim that names the company of an account. */
  tenantClaim: 'hd' | 'tid' | undefined;
  /** For each request to the service, so that one that is down keeps no one waiting. */
  timeoutSeconds: number;
};

type Given = Pick<SignInProvider, 'name' | 'label' | 'tenantClaim'> & {
  issuer: string | undefined;
  /** Used if only the others are set. */
  usualIssuer?: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  tenants: string | undefined;
  exampleTenants: string;
};

/** The services that the environment sets up; each needs all its settings and PUBLIC_URL. Throws SettingsError. */
export const signInProviders = (
  env: Environment,
  publicUrl: string | undefined,
): readonly SignInProvider[] =>
  [
    provider({
      name: 'google',
      label: 'Google',
      tenantClaim: 'hd',
      issuer: url(env, 'OIDC_GOOGLE_ISSUER', ['https:', 'http:'], 'https://accounts.google.com'),
      usualIssuer: 'https://accounts.google.com',
      clientId: env['OIDC_GOOGLE_CLIENT_ID'],
      clientSecret: env['OIDC_GOOGLE_CLIENT_SECRET'],
      tenants: env['OIDC_GOOGLE_TENANTS'],
      exampleTenants: 'staffroom.example',
    }),
    provider({
      name: 'microsoft',
      label: 'Microsoft',
      tenantClaim: 'tid',
      issuer: url(
        env,
        'OIDC_MICROSOFT_ISSUER',
        ['https:', 'http:'],
        'https://login.microsoftonline.com/6a7f1c9e-…/v2.0',
      ),
      clientId: env['OIDC_MICROSOFT_CLIENT_ID'],
      clientSecret: env['OIDC_MICROSOFT_CLIENT_SECRET'],
      tenants: env['OIDC_MICROSOFT_TENANTS'],
      exampleTenants: '6a7f1c9e-…',
    }),
    provider({
      name: 'company',
      label: env['OIDC_COMPANY_NAME'] || 'your company account',
      tenantClaim: undefined,
      issuer: url(env, 'OIDC_COMPANY_ISSUER', ['https:', 'http:'], 'https://id.staffroom.example'),
      clientId: env['OIDC_COMPANY_CLIENT_ID'],
      clientSecret: env['OIDC_COMPANY_CLIENT_SECRET'],
      tenants: env['OIDC_COMPANY_TENANTS'],
      exampleTenants: 'staffroom.example',
    }),
  ].flatMap((each) => {
    if (!each) return [];
    if (publicUrl === undefined)
      refuse(
        'PUBLIC_URL',
        `set if OIDC_${each.name.toUpperCase()}_… is`,
        'https://staffroom.example',
      );
    return [each];
  });

const provider = (given: Given): SignInProvider | undefined => {
  const { name, label, tenantClaim, clientId, clientSecret, tenants } = given;
  if (!given.issuer && !clientId && !clientSecret && !tenants) return undefined;
  const required = (part: string, value: string | undefined, example: string): string =>
    value || refuse(`OIDC_${name.toUpperCase()}_${part}`, 'set if the others of it are', example);
  const issuer = required(
    'ISSUER',
    given.issuer ?? given.usualIssuer,
    'https://id.staffroom.example',
  );
  if (!isSafe(issuer))
    refuse(
      `OIDC_${name.toUpperCase()}_ISSUER`,
      'https except on loopback',
      'https://id.staffroom.example',
    );
  return {
    name,
    label,
    tenantClaim,
    issuer,
    clientId: required('CLIENT_ID', clientId, 'staffroom'),
    timeoutSeconds: 5,
    clientSecret: required('CLIENT_SECRET', clientSecret, 'the-secret-of-the-client'),
    tenants: required('TENANTS', tenants, given.exampleTenants)
      .split(',')
      .map((tenant) => tenant.trim().toLowerCase())
      .filter((tenant) => tenant !== ''),
  };
};
