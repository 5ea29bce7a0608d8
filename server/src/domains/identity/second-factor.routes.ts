import { signInWithCode } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as factors from './second-factor.service.ts';

export const secondFactorRoutes = [
  handle(getSecondFactor, (context) => factors.getSecondFactor(context)),
  handle(startSecondFactor, (context) => factors.startSecondFactor(context)),
  handle(confirmSecondFactor, (context, { body }) => factors.confirmSecondFactor(context, body)),
  handle(renewRecoveryCodes, (context, { body }) =>
    factors.renewRecoveryCodes(context, body.password),
  ),
  handle(removeSecondFactor, (context, { body }) =>
    factors.removeSecondFactor(context, body.password),
  ),
  handle(signInWithCode, (context, { body }) => factors.signInWithCode(context, body)),
  handle(resetSecondFactor, (context, { params }) => factors.resetSecondFactor(context, params.id)),
];
