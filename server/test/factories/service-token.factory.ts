import {
  createServiceToken,
  type TokenScope,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
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
