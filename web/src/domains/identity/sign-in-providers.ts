import {
  providerFragments,
  providerProblems,
} from 'staffroom-contract/domains/identity/provider-problems.ts';
import { apiRoot } from '../../lib/api-root.ts';
import { servedAddress, servedProviders } from '../../lib/served-page.ts';

/** The services to sign in with, at the address that they know: where each begins, and its label. */
export const signInProviders = (): { address: string; label: string }[] =>
  window.location.origin === servedAddress()
    ? servedProviders().map(([name, label]) => ({ address: `${apiRoot}/auth/oidc/${name}`, label }))
    : [];

/** The outcome with which a service led back, from the address; undefined if none did. */
export const returnedOutcome = (): { code: string } | { problem: string } | undefined => {
  const fragment = window.location.hash.slice(1);
  if (fragment.startsWith(providerFragments.code))
    return { code: fragment.slice(providerFragments.code.length) };
  if (!fragment.startsWith(providerFragments.problem)) return undefined;
  const name = fragment.slice(providerFragments.problem.length);
  const known = Object.entries(providerProblems).find(([problem]) => problem === name);
  return { problem: known?.[1] ?? providerProblems.refused };
};
