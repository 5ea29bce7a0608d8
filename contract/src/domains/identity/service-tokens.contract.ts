import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { changesOf, idParams, recordOf } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { requiredText } from '../../shared/text.ts';
import { addressRangesSchema } from './address-ranges.rules.ts';
import { needs, tokenScopes } from './permissions.ts';

export const serviceTokenSchema = recordOf({
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  hint: z.string().describe('The last four characters'),
  created_by: named,
  expires_on: moment.nullable().describe('From then on it is refused; null: never'),
  addresses: z.array(z.string()).describe('Addresses and ranges it may be used from; empty: any'),
  last_used: moment.nullable(),
  last_address: z.string().nullable().describe('The address of the last use'),
  revoked: moment.nullable(),
});
export type ServiceToken = z.infer<typeof serviceTokenSchema>;

export const listServiceTokens = operation({
  name: 'listServiceTokens',
  domain: 'identity',
  summary: 'Service tokens, newest first, expired and revoked ones too',
  method: 'GET',
  path: '/admin/service-token',
  access: ['/user'],
  permission: needs('integration.canManage'),
  query: z.strictObject(pageQuery(20)),
  response: many(serviceTokenSchema),
});

export const getServiceToken = operation({
  name: 'getServiceToken',
  domain: 'identity',
  summary: 'One service token, without its secret',
  method: 'GET',
  path: '/admin/service-token/{id}',
  access: ['/user'],
  permission: needs('integration.canManage'),
  params: idParams,
  response: one(serviceTokenSchema),
});

/** The fields that an Admin may change later. */
const limits = {
  expires_on: instantSchema
    .nullable()
    .optional()
    .describe('By default the end of the day in a year; null: never'),
  addresses: addressRangesSchema
    .default([])
    .describe('For example 203.0.113.7, 203.0.113.0/24, 2001:db8::/48; empty: any'),
};

export const createServiceTokenSchema = z.strictObject({
  name: requiredText('Please name the system that will use it', 100),
  scopes: z.array(z.enum(tokenScopes)).min(1, 'Please choose what it may write').max(4),
  ...limits,
});

/** Creates a token and shows it once; only its hash is stored. */
export const createServiceToken = operation({
  name: 'createServiceToken',
  domain: 'identity',
  summary: 'Create a service token; it is shown once',
  method: 'POST',
  path: '/admin/service-token',
  access: ['/user'],
  permission: needs('integration.canManage'),
  body: createServiceTokenSchema,
  response: one(serviceTokenSchema.extend({ token: z.string() })),
  status: 201,
});

/** Changes when a token expires and where it may be used; an expired one works again with a later expiry. */
export const updateServiceToken = operation({
  name: 'updateServiceToken',
  domain: 'identity',
  summary: 'Change the expiry and the addresses of a service token',
  method: 'PATCH',
  path: '/admin/service-token/{id}',
  access: ['/user'],
  permission: needs('integration.canManage'),
  params: idParams,
  body: changesOf(limits),
  response: one(serviceTokenSchema),
  errors: ['stale', 'service_token_revoked'],
});

/** Revokes a token at once; a revoked one stays listed and a second revocation changes nothing. */
export const revokeServiceToken = operation({
  name: 'revokeServiceToken',
  domain: 'identity',
  summary: 'Revoke a service token',
  method: 'DELETE',
  path: '/admin/service-token/{id}',
  access: ['/user'],
  permission: needs('integration.canManage'),
  params: idParams,
  response: one(serviceTokenSchema),
});
