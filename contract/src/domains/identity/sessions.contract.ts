import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';

export const sessionSchema = z.object({
  _id: idSchema,
  started_on: moment,
  last_used_on: moment,
  address: z.string(),
  user_agent: z.string(),
  is_current: z.boolean().describe('The session of this request'),
});
export type Session = z.infer<typeof sessionSchema>;

/** The caller's live sessions: the one of this request first, then the last used first. */
export const listMySessions = operation({
  name: 'listMySessions',
  domain: 'identity',
  summary: 'The own sessions',
  method: 'GET',
  path: '/me/session',
  access: 'signed-in',
  query: z.strictObject(pageQuery(20)),
  response: many(sessionSchema),
});

/** Ends one of the caller's sessions at once; false if it has ended already, or is of another account. */
export const endMySession = operation({
  name: 'endMySession',
  domain: 'identity',
  summary: 'End one of the own sessions',
  method: 'DELETE',
  path: '/me/session/{id}',
  access: 'signed-in',
  params: idParams,
  response: one(z.object({ ended: z.boolean() })),
});

/** Ends every session of the caller but the one of this request. */
export const endOtherSessions = operation({
  name: 'endOtherSessions',
  domain: 'identity',
  summary: 'End all other own sessions',
  method: 'DELETE',
  path: '/me/session',
  access: 'signed-in',
  response: one(z.object({ ended: z.int().min(0).describe('The number of ended sessions') })),
});
