import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs, tokenScopes } from './permissions.ts';

export const serviceTokenSchema = z.object({
  _id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  hint: z.string().describe('The last four characters'),
  created: moment,
  created_by: named,
  last_used: moment.nullable(),
  revoked: moment.nullable(),
});
export type ServiceToken = z.infer<typeof serviceTokenSchema>;

export const listServiceTokens = operation({
  name: 'listServiceTokens',
  domain: 'identity',
  summary: 'Service tokens, newest first, revoked ones too',
  method: 'GET',
  path: '/admin/service-token',
  access: ['/user'],
  permission: needs('integration.canManage'),
  query: z.strictObject(pageQuery(20)),
  response: many(serviceTokenSchema),
});

export const createServiceTokenSchema = z.strictObject({
  name: requiredText('Please name the system that will use it', 100),
  scopes: z.array(z.enum(tokenScopes)).min(1, 'Please choose what it may write').max(4),
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
