import {
  forgotPassword,
  inviteUser,
  readPasswordLink,
  renewPasswordLink,
  resetPassword,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { handle } from '../../platform/handle.ts';
import type { Jobs } from '../../platform/jobs.ts';
import * as links from './password-links.service.ts';

export const passwordLinkRoutes = (jobs: Jobs) => [
  handle(inviteUser, (context, { params }) => links.inviteUser(context, jobs, params.id)),
  handle(forgotPassword, (context, { body }) => links.forgotPassword(context, jobs, body.email)),
  handle(readPasswordLink, (context, { body }) => links.readPasswordLink(context, body.token)),
  handle(renewPasswordLink, (context, { body }) =>
    links.renewPasswordLink(context, jobs, body.token),
  ),
  handle(resetPassword, (context, { body }) => links.resetPassword(context, body)),
];
