import { z } from 'zod';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { rosterGroups } from '../lessons/rosters.rules.ts';
import { addressChoices, announcementMethods, deliveryStates } from './announcements.rules.ts';

const root = '/admin/config/announcement';
const senders = {
  access: ['/course', '/lessons'],
  permission: needs('lesson.canSendNotification'),
} as const;

const method = z.enum(announcementMethods);
const group = z.enum(rosterGroups);
const addressChoice = z.enum(addressChoices);
const named = z.object({ _id: idSchema, name: z.string() });
const paging = {
  max: z.coerce.number().int().min(1).max(200).default(20),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
};

/** How messages leave: by the mail server, by Twilio, or as files on the server's disk. */
export const deliveryWays = ['smtp', 'twilio', 'outbox'] as const;
const way = z.enum(deliveryWays);

/** Fields of a message. An e-mail has a subject and may have a button; a text message has only its text. */
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
  to: addressChoice.describe('Addresses that it was sent to'),
  subject: z.string(),
  content: z.string(),
  cta: z.object({ text: z.string(), link: z.string() }).nullable(),
  sent_by: named,
  created: z.string(),
  counts: counts.describe('Recipients by the state of their message'),
  students: z.int().describe('Students who were written to, at one or two addresses'),
  messages: z.int().describe('Messages, one for each address'),
  test_state: z
    .enum(deliveryStates)
    .nullable()
    .describe('State of the one message of a test; null for an announcement'),
  test_error: z.string().nullable().describe('Error of its last try'),
});
export type Announcement = z.infer<typeof announcementSchema>;

const lessonParams = z.object({ id: idSchema });
const messageParams = z.object({ scope: z.literal('lesson'), id: idSchema, type: method });

/**
 * Sends a message to one group of a lesson's students (part 1 §7). Calls of one composition name it: together they are
 * one announcement, which each student and each address gets once. Throws not_found, invalid_value, no_recipients, and
 * announcement_repeated until it is confirmed.
 */
export const sendAnnouncement = operation({
  name: 'sendAnnouncement',
  domain: 'announcements',
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
      .describe(
        'Shared by the calls for several groups, so that a student in two of them gets one message',
      ),
    to: addressChoice
      .default('student_else_parent')
      .describe('The student’s address, or the parent’s if it is missing; one of them; or both'),
    confirm: z
      .boolean()
      .default(false)
      .describe('Send it also when the lesson got the same message in the last 10 minutes'),
  }),
  response: one(
    z.object({
      _id: idSchema,
      count: z.int().describe('Students of this group who get it'),
      messages: z.int().describe('Messages of the announcement, with those to earlier groups'),
    }),
  ),
  status: 201,
  errors: ['no_recipients', 'idempotency_key_reused', 'announcement_repeated'],
  idempotent: true,
});

/** Sends a message to the caller's own address only. It is not counted as an announcement. */
export const testAnnouncement = operation({
  name: 'testAnnouncement',
  domain: 'announcements',
  summary: 'Send a test message to oneself',
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
  address_of: z
    .enum(['student', 'parent'])
    .nullable()
    .describe('Owner of the address or of the missing one; null when both are missing'),
  why: z.enum(['missing', 'invalid']).nullable().describe('Why there is no address'),
  gets_other: z.boolean().describe('Without this address, the student gets it at the other one'),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** Lists who can get a message, and who cannot and why. The CSV has every chosen address, also missing ones. */
export const previewAnnouncement = operation({
  name: 'previewAnnouncement',
  domain: 'announcements',
  summary: "Which of a lesson's students can be written to",
  method: 'GET',
  path: `${root}/lesson/{id}/{type}`,
  ...senders,
  params: lessonParams.extend({ type: method }),
  query: z.strictObject({
    to: addressChoice
      .optional()
      .describe('By default the choice of the caller’s last announcement'),
  }),
  response: one(
    z.object({
      via: way,
      to: addressChoice.describe('The choice that was used'),
      groups: z.array(
        z.object({
          group,
          count: z.int().describe('Students'),
          reachable: z.int().describe('Students who get at least one message'),
          partly: z.int().describe('Students of these who lack one of the two chosen addresses'),
        }),
      ),
      messages: z
        .array(z.object({ groups: z.array(group), count: z.int() }))
        .describe('Number of addresses of students in exactly these groups'),
      without: z
        .array(recipientSchema)
        .describe('The first 50 missing addresses; `groups` counts all'),
      first: recipientSchema
        .nullable()
        .describe('A reachable student, whose message the preview shows'),
      own_address: z.string().nullable().describe('Address of a test'),
    }),
  ),
  csv: true,
});
export type AnnouncementPreview = z.infer<typeof previewAnnouncement.response>['data'];

/** The announcements of a lesson, newest first, with counts by delivery state. */
export const listAnnouncements = operation({
  name: 'listAnnouncements',
  domain: 'announcements',
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

/** One announcement or test; a test is not in any list. */
export const getAnnouncement = operation({
  name: 'getAnnouncement',
  domain: 'announcements',
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
  error: z.string().nullable().describe('Error of the last try'),
  next_try: z.string().nullable(),
  updated: z.string(),
  former_address: z
    .string()
    .nullable()
    .describe('The address that failed, if a retry used another one'),
  readdressed: z.string().nullable().describe('When that retry was'),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The recipients of an announcement and the state of each message; failed ones first. */
export const listDeliveries = operation({
  name: 'listDeliveries',
  domain: 'announcements',
  summary: 'The messages of an announcement',
  method: 'GET',
  path: `${root}/{announcementId}/delivery`,
  ...senders,
  params: announcementParams,
  query: listQuery({
    sortBy: ['state', 'name', 'updated', 'tries'],
    order: 'asc',
    max: 20,
    filter: { search: contains, state: anyOf(z.enum(deliveryStates)), group: anyOf(group) },
  }),
  response: many(deliverySchema),
  csv: true,
});

/** Sends the failed messages again, to the current addresses; sent messages are not affected. */
export const retryAnnouncement = operation({
  name: 'retryAnnouncement',
  domain: 'announcements',
  summary: 'Send the failed messages of an announcement again',
  method: 'POST',
  path: `${root}/{announcementId}/retry`,
  ...senders,
  params: announcementParams,
  response: one(
    z.object({
      count: z.int().describe('Messages that are sent again'),
      changed: z.int().describe('Students of these whose address has changed'),
    }),
  ),
  idempotent: true,
});

/** Sends one failed message again at the student's own address or at the parent's, whichever is chosen. */
export const retryDelivery = operation({
  name: 'retryDelivery',
  domain: 'announcements',
  summary: 'Send a failed message again to the student or the parent',
  method: 'POST',
  path: `${root}/{announcementId}/delivery/{delivery}/retry`,
  ...senders,
  params: announcementParams.extend({ delivery: idSchema }),
  body: z.strictObject({ at: z.enum(['student', 'parent']) }),
  response: one(deliverySchema),
  errors: ['no_recipients', 'delivery_not_failed', 'delivery_elsewhere'],
  idempotent: true,
});

/** Settles a message of unknown outcome: marks it as sent, or sends it again. */
export const settleUnknown = operation({
  name: 'settleUnknown',
  domain: 'announcements',
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

/** The messages that were sent to a student, newest first. */
export const listStudentMessages = operation({
  name: 'listStudentMessages',
  domain: 'announcements',
  summary: 'The messages to a student',
  method: 'GET',
  path: `${root}/student/{id}`,
  access: ['/user'],
  params: z.object({ id: idSchema }),
  query: z.strictObject(paging),
  response: many(studentMessageSchema),
  csv: true,
});
