import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { announcementMethods } from '../announcements/announcements.rules.ts';
import { ticketStatuses, ticketTypes } from '../tickets/tickets.rules.ts';

const contact = z.object({
  at: moment,
  by: named,
  text: z.string().describe('The remark, or the subject or first words of a message; may be empty'),
});

/** The latest contact with a student, by the record that it is from. */
export const lastContactSchema = z.discriminatedUnion('source', [
  contact.extend({
    source: z.literal('ticket'),
    ticket: idSchema,
    type: z.enum(ticketTypes),
    status: z.enum(ticketStatuses).describe('After the step'),
    action: z.string().describe('"Reminder sent by SMS", or empty'),
  }),
  contact.extend({ source: z.literal('feedback'), feedback: idSchema }),
  contact.extend({ source: z.literal('message'), method: z.enum(announcementMethods) }),
]);
export type LastContact = z.infer<typeof lastContactSchema>;

/**
 * The latest of the student's ticket steps by staff, feedback follow-ups and sent messages, of those that the actor
 * may read; null if there is no contact. Throws not_found, also for students out of the actor's scope.
 */
export const getLastContact = operation({
  name: 'getLastContact',
  domain: 'users',
  summary: 'The last contact with a student',
  method: 'GET',
  path: '/admin/user/{id}/last-contact',
  access: ['/user'],
  params: idParams,
  response: one(lastContactSchema.nullable()),
});
