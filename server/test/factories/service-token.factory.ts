import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { createServiceToken } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import type { AnyOperation, BodyInput } from 'staffroom-contract/shared/operation.ts';
import { hashPassword } from '../../src/domains/identity/passwords.ts';
import { apiWith, signInAs } from '../sign-in-as.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aPasskeyChallenge, exampleChallenge } from './passkey.factory.ts';
import { aSecondFactor } from './second-factor.factory.ts';

/** A new service token, returned with its secret by the API; by default for the shop's orders. */
export const aServiceToken = async (
  app: Stage,
  {
    name = unique('Web shop'),
    scopes = ['orders'],
    ...limits
  }: Partial<BodyInput<typeof createServiceToken>> = {},
) => {
  const admin = await app.as('Admin');
  const { data } = await admin.call(createServiceToken, { body: { name, scopes, ...limits } });
  return data;
};

/** A system that calls with a new token; tokens with the same name are one system. */
export const aSystem = async (app: Stage, ...scopes: TokenScope[]) => {
  const { _id, token } = await aServiceToken(app, { name: 'Web shop', scopes });
  return apiWith(app, { id: _id, token });
};

/** The password of the Admins that call examples. */
export const examplePassword = 'Staffroom2026';
const exampleHash = hashPassword(examplePassword);

/** A new caller who may call the operation: without a session, a system, or an Admin with what the call is about. */
export const callerOf = async (app: Stage, { access, name }: AnyOperation) => {
  if (access === 'public') return apiWith(app, { id: '', token: '' });
  if (typeof access === 'object' && 'scope' in access) return aSystem(app, access.scope);
  const admin = await signInAs(app, 'Admin', { passwordHash: await exampleHash });
  if (name === 'confirmSecondFactor') await aSecondFactor(app, admin.id, { isPending: true });
  if (name === 'renewRecoveryCodes') await aSecondFactor(app, admin.id);
  if (name === 'addPasskey') await aPasskeyChallenge(app, admin.id, exampleChallenge);
  return admin;
};
