import { z } from 'zod';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { rosterGroups } from '../lessons/rosters.rules.ts';
import { announcementMethods, deliveryStates } from './announcements.rules.ts';

const root = '/admin/config/announcement';
/** Who opens a lesson and may write to its students. */
const senders = {
  access: ['/course', '/lessons'],
  permission: needs('lesson.canSendNotification'),
} as const;

const method = z.enum(announcementMethods);
const group = z.enum(rosterGroups);
const named = z.object({ _id: idSchema, name: z.string() });
const paging = {
  max: z.coerce.number().int().min(1).max(200).default(20),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
};

/** How messages leave: by the mail server, by Twilio, or as files on the server's disk. */
export const deliveryWays = ['smtp', 'twilio', 'outbox'] as const;
const way = z.enum(deliveryWays);

/** What is written: an e-mail has a subject and may have a button, a text message has its text alone. */
const messageFields = {
  subject: textSchema(200).optional().describe('Of an e-mail, required there'),
  content: richTextSchema().describe('Formatted text of an e-mail, plain text of an sms'),
  cta: z
    .strictObject({ text: textSchema(100), link: textSchema(2000) })
    .optional()
    .describe('The button of an e-mail; its link is http or https'),
};

const counts = z.object({
  sent: z.int(),
  failed: z.int(),
  pending: z.int().describe('Queued or being sent'),
  unknown: z.int(),
});
export type DeliveryCounts = z.infer<typeof counts>;

const announcementSchema = z.object({
  _id: idSchema,
  lesson: idSchema,
  method,
  groups: z.array(group),
  subject: z.string(),
  content: z.string(),
  cta: z.object({ text: z.string(), link: z.string() }).nullable(),
  sent_by: named,
  created: z.string(),
  counts,
  test_state: z
    .enum(deliveryStates)
    .nullable()
    .describe('Where the one message of a test stands; null of an announcement'),
});
export type Announcement = z.infer<typeof announcementSchema>;

const lessonParams = z.object({ id: idSchema });
const messageParams = z.object({ scope: z.literal('lesson'), id: idSchema, type: method });

/**
 * Sends a message to one group of a lesson's students (part 1 §7). Calls of one composition name it: together they are
 * one announcement, in which nobody and no address gets it twice. Throws not_found, invalid_value, no_recipients.
 */
export const sendAnnouncement = operation({
  name: 'sendAnnouncement',
  summary: "Write to a group of a lesson's students",
  method: 'POST',
  path: `${root}/{scope}/{id}/{type}/{recipients}`,
  ...senders,
  params: messageParams.extend({ recipients: group }),
  body: z.strictObject({
    ...messageFields,
    composition: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'A composition is 1 to 200 visible ASCII characters.')
      .optional()
      .describe('The same in the calls for several groups: who is in two of them gets one message'),
  }),
  response: one(z.object({ _id: idSchema, count: z.int().describe('How many get it') })),
  status: 201,
  errors: ['no_recipients', 'idempotency_key_reused'],
  idempotent: true,
});

/** Sends a message to oneself alone, at the address of one's own account; it counts for nobody. */
export const testAnnouncement = operation({
  name: 'testAnnouncement',
  summary: 'Send a message to oneself to try it',
  method: 'POST',
  path: `${root}/{scope}/{id}/{type}/test`,
  ...senders,
  params: messageParams,
  body: z.strictObject(messageFields),
  response: one(z.object({ _id: idSchema, address: z.string() })),
  status: 201,
  errors: ['no_recipients'],
  idempotent: true,
});

const recipientSchema = z.object({
  student: named,
  group,
  address: z.string().nullable(),
  address_of: z.enum(['student', 'parent']).nullable(),
  why: z.enum(['missing', 'invalid']).nullable().describe('Why there is no address'),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** Who can get a message and who cannot, and why; as CSV everybody with the address. */
export const previewAnnouncement = operation({
  name: 'previewAnnouncement',
  summary: "Who of a lesson's students can be written to",
  method: 'GET',
  path: `${root}/lesson/{id}/{type}`,
  ...senders,
  params: lessonParams.extend({ type: method }),
  response: one(
    z.object({
      via: way,
      groups: z.array(z.object({ group, count: z.int(), reachable: z.int() })),
      without: z
        .array(recipientSchema)
        .describe('The first 50 of those who cannot be written to; `groups` counts all'),
      first: recipientSchema.nullable().describe('Somebody who can: whose message a preview shows'),
      own_address: z.string().nullable().describe('Where a test goes'),
    }),
  ),
  csv: true,
});
export type AnnouncementPreview = z.infer<typeof previewAnnouncement.response>['data'];

/** The announcements of a lesson, newest first, with how far their messages are. */
export const listAnnouncements = operation({
  name: 'listAnnouncements',
  summary: 'The announcements of a lesson',
  method: 'GET',
  path: `${root}/lesson/{id}`,
  ...senders,
  params: lessonParams,
  query: z.strictObject(paging),
  response: many(announcementSchema),
  csv: true,
});

const announcementParams = z.object({ announcementId: idSchema });

/** One announcement; also a test, which no list holds. */
export const getAnnouncement = operation({
  name: 'getAnnouncement',
  summary: 'One announcement',
  method: 'GET',
  path: `${root}/{announcementId}`,
  ...senders,
  params: announcementParams,
  response: one(announcementSchema),
});

const deliverySchema = z.object({
  _id: idSchema,
  student: named,
  group,
  address: z.string(),
  address_of: z.enum(['student', 'parent']),
  state: z.enum(deliveryStates),
  tries: z.int(),
  via: way.nullable().describe('How it left; null before'),
  error: z.string().nullable().describe('What the last try was answered'),
  next_try: z.string().nullable(),
  updated: z.string(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Who gets an announcement and where each message stands; failed ones first. */
export const listDeliveries = operation({
  name: 'listDeliveries',
  summary: 'The messages of an announcement',
  method: 'GET',
  path: `${root}/{announcementId}/delivery`,
  ...senders,
  params: announcementParams,
  query: listQuery({
    sortBy: ['state', 'name', 'updated'],
    order: 'asc',
    max: 20,
    filter: { search: contains, state: anyOf(z.enum(deliveryStates)), group: anyOf(group) },
  }),
  response: many(deliverySchema),
  csv: true,
});

/** Sends the failed messages again; those that were sent stay as they are. */
export const retryAnnouncement = operation({
  name: 'retryAnnouncement',
  summary: 'Send the failed messages of an announcement again',
  method: 'POST',
  path: `${root}/{announcementId}/retry`,
  ...senders,
  params: announcementParams,
  response: one(z.object({ count: z.int().describe('Messages that are sent again') })),
  idempotent: true,
});

/** Says what became of messages of unknown outcome: they arrived, or they are sent again. */
export const settleUnknown = operation({
  name: 'settleUnknown',
  summary: 'Decide on a message of unknown outcome',
  method: 'POST',
  path: `${root}/{announcementId}/settle`,
  ...senders,
  params: announcementParams,
  body: z.strictObject({ delivery: idSchema, outcome: z.enum(['sent', 'again']) }),
  response: one(deliverySchema),
  errors: ['delivery_not_unknown'],
  idempotent: true,
});

const studentMessageSchema = z.object({
  _id: idSchema,
  announcement: idSchema,
  method,
  subject: z.string(),
  content: z.string(),
  cta: z.object({ text: z.string(), link: z.string() }).nullable(),
  lesson: named.extend({ class: named }),
  address_of: z.enum(['student', 'parent']),
  state: z.enum(deliveryStates),
  sent_by: named,
  created: z.string(),
});
export type StudentMessage = z.infer<typeof studentMessageSchema>;

/** What was written to a student, newest first. */
export const listStudentMessages = operation({
  name: 'listStudentMessages',
  summary: 'The messages to a student',
  method: 'GET',
  path: `${root}/student/{id}`,
  access: ['/user'],
  params: z.object({ id: idSchema }),
  query: z.strictObject(paging),
  response: many(studentMessageSchema),
  csv: true,
});
