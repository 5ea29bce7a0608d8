import { listPasskeys } from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { listProviderLinks } from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { getSecondFactor } from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { listMySessions } from 'staffroom-contract/domains/identity/sessions.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** More sessions at once are only counted; ending all others ends them too. */
const mostShown = 50;

/** The own live sessions, this one first; there is always one. */
export const mySessionsQuery = operationQuery(listMySessions, { query: { max: mostShown } });

export const secondFactorQuery = operationQuery(getSecondFactor, {});

export const passkeysQuery = operationQuery(listPasskeys, {});

export const providerLinksQuery = operationQuery(listProviderLinks, {});

/** The first data of "My account". */
export const firstAccount = () => [
  mySessionsQuery,
  secondFactorQuery,
  passkeysQuery,
  providerLinksQuery,
];
