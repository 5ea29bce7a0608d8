import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { createServiceToken } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { apiWith, signInAs } from '../sign-in-as.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';

/** A new service token, returned with its secret by the API; by default for the shop's orders. */
export const aServiceToken = async (
  app: Stage,
  { name = unique('Web shop'), scopes = ['orders'] }: { name?: string; scopes?: TokenScope[] } = {},
) => {
  const admin = await app.as('Admin');
  const { data } = await admin.call(createServiceToken, { body: { name, scopes } });
  return data;
};

/** A system that calls with a new token; tokens with the same name are one system. */
export const aSystem = async (app: Stage, ...scopes: TokenScope[]) => {
  const { _id, token } = await aServiceToken(app, { name: 'Web shop', scopes });
  return apiWith(app, { id: _id, token });
};

/** A new caller who may call the operation: without a session, a system, or an Admin. */
export const callerOf = (app: Stage, { access }: AnyOperation) => {
  if (access === 'public') return Promise.resolve(apiWith(app, { id: '', token: '' }));
  return typeof access === 'object' && 'scope' in access
    ? aSystem(app, access.scope)
    : signInAs(app, 'Admin', {});
};
