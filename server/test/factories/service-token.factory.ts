import type { TokenScope } from '@staffroom/contract/domains/identity/permissions.ts';
import { createServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { apiWith, signInAs } from '../sign-in-as.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';

/** A service token as the API answers it this once, made by the Admin; for the shop's orders unless told. */
export const aServiceToken = async (
  app: Stage,
  { name = unique('Web shop'), scopes = ['orders'] }: { name?: string; scopes?: TokenScope[] } = {},
) => {
  const admin = await app.as('Admin');
  const { data } = await admin.call(createServiceToken, { body: { name, scopes } });
  return data;
};

/** Another system that calls with a token of its own. */
export const aSystem = async (app: Stage, ...scopes: TokenScope[]) => {
  const { _id, token } = await aServiceToken(app, { scopes });
  return apiWith(app, { id: _id, token });
};

/** Somebody new who may call the operation: nobody in particular, another system, or an Admin. */
export const callerOf = (app: Stage, { access }: AnyOperation) => {
  if (access === 'public') return Promise.resolve(apiWith(app, { id: '', token: '' }));
  return typeof access === 'object' && 'scope' in access
    ? aSystem(app, access.scope)
    : signInAs(app, 'Admin', {});
};
