import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';

/** Roles of a person in a lesson. */
export const comesAs = ['student', 'tutor', 'ta'] as const;

/** The personal link of a student, tutor or TA into a lesson (part 2 §7, ADR 24). */
export const getLiveLink = operation({
  name: 'getLiveLink',
  domain: 'lessons',
  summary: 'The live link of one person',
  method: 'GET',
  path: '/admin/lesson/{id}/link/{userId}',
  access: ['/lessons', '/tickets/trial', '/tickets/renewal'],
  permission: needs('lesson.canCorrectAttendance', 'ticket.canWork'),
  params: z.object({ id: idSchema, userId: idSchema }),
  response: one(
    z.object({
      url: z.string(),
      expires_on: moment.nullable().describe('null if it is valid as long as the room at Zoom'),
    }),
  ),
  errors: ['live_link_missing'],
});

/** Checks a live link for the classroom and returns its person (docs/live-links.md). */
export const checkLiveLink = operation({
  name: 'checkLiveLink',
  domain: 'attendance',
  summary: 'The person of a live link, for the classroom',
  method: 'POST',
  path: '/integrations/live-link',
  access: { scope: 'classroom-events' },
  body: z.strictObject({ lesson: idSchema, link: z.string().min(1).max(2000) }),
  response: one(
    z.object({
      lesson: idSchema,
      user: z.object({ _id: idSchema, name: z.string(), email: z.string() }),
      as: z.enum(comesAs),
      expires_on: moment,
    }),
  ),
  errors: ['service_token_unknown', 'service_scope_missing', 'live_link_refused'],
});
