import {
  changePassword,
  getClientSettings,
  getMe,
  refreshToken,
  releaseSignIn,
  signIn,
  signOut,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import { listRecentSignIns } from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import {
  endMySession,
  endOtherSessions,
  listMySessions,
} from 'staffroom-contract/domains/identity/sessions.contract.ts';
import {
  listProviderLinks,
  removeProviderLink,
  signInWithProvider,
} from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { handle } from '../../platform/handle.ts';
import { presentSessionUser } from './identity.presenter.ts';
import * as identity from './identity.service.ts';
import * as providerLinks from './provider-links.service.ts';
import * as providerSignIns from './provider-sign-in.service.ts';
import * as recentSignIns from './recent-sign-ins.ts';
import * as sessions from './sessions.service.ts';

export const identityRoutes = [
  handle(getClientSettings, (context) => identity.readClientSettings(context)),
  handle(signIn, (context, { body }) => identity.signIn(context, body)),
  handle(signInWithProvider, (context, { body }) =>
    providerSignIns.signInWithProvider(context, body.code),
  ),
  handle(listProviderLinks, (context) => providerLinks.listProviderLinks(context)),
  handle(removeProviderLink, (context, { params }) =>
    providerLinks.removeProviderLink(context, params.id),
  ),
  handle(getMe, async ({ actor, settings }) => ({
    data: presentSessionUser(actor, settings),
  })),
  handle(refreshToken, (context) => identity.refreshToken(context)),
  handle(signOut, (context) => identity.signOut(context)),
  handle(releaseSignIn, (context, { params }) => identity.releaseSignIn(context, params.id)),
  handle(changePassword, (context, { body }) => identity.changePassword(context, body)),
  handle(listMySessions, (context, { query }) => sessions.listMySessions(context, query)),
  handle(listRecentSignIns, (context, { query }) =>
    recentSignIns.listRecentSignIns(context, query),
  ),
  handle(endMySession, (context, { params }) => sessions.endMySession(context, params.id)),
  handle(endOtherSessions, (context) => sessions.endOtherSessions(context)),
];
