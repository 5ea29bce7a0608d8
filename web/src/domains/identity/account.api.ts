import { listPasskeys } from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { listProviderLinks } from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { listRecentSignIns } from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import { getSecondFactor } from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { listMySessions } from 'staffroom-contract/domains/identity/sessions.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** More sessions at once are only counted; ending all others ends them too. */
const mostShown = 50;

/** The own live sessions, this one first; there is always one. */
export const mySessionsQuery = operationQuery(listMySessions, { query: { max: mostShown } });

/** The own sign-ins, the newest first; the panel shows fewer, and warns of a failed one among all. */
export const recentSignInsQuery = operationQuery(listRecentSignIns, { query: { max: 20 } });

export const secondFactorQuery = operationQuery(getSecondFactor, {});

export const passkeysQuery = operationQuery(listPasskeys, {});

export const providerLinksQuery = operationQuery(listProviderLinks, {});

/** The first data of "My account". */
export const firstAccount = () => [
  mySessionsQuery,
  secondFactorQuery,
  passkeysQuery,
  providerLinksQuery,
  recentSignInsQuery,
];
