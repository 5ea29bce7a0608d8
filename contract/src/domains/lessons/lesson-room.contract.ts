import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';

/** State of creating the room of a Zoom lesson (ADR 23). */
const makingSchema = z.object({
  state: z
    .enum(['none', 'waiting', 'failed', 'ready'])
    .describe(
      'none: not requested; waiting: queued; failed: the last try failed; ready: up to date',
    ),
  error: z.string().nullable().describe('Message of the last failed try'),
  next_try: moment.nullable().describe('Time of the next try; null: no automatic retry'),
  may_try: z.boolean().describe('`requestLessonRoom` starts a try at once'),
});
export type RoomMaking = z.infer<typeof makingSchema>;

/** Other lessons of the room's host at the same time; only one of them can take place. */
const hostBookedSchema = z.object({
  host: z.string().describe('An e-mail address'),
  count: z.int(),
  lessons: z
    .array(
      z.object({
        _id: idSchema,
        class: idSchema,
        class_name: z.string(),
        name: z.string(),
        scheduled_on: moment,
        ended_on: moment,
      }),
    )
    .describe('Those that the actor may see'),
});

const response = z.object({
  data: z
    .object({
      id: z.string(),
      password: z.string(),
      registration_url: z.string(),
      host_email: z.string(),
      settings: z.object({ alternative_hosts: z.string() }),
    })
    .nullable(),
  making: makingSchema.nullable().describe('null: this lesson needs no room'),
  host_booked: hostBookedSchema.nullable().describe('null: the host has no other lesson then'),
});

export type RoomAnswer = z.infer<typeof response>;

/** The room of a lesson (part 2 §3, `platform_integration`); null if it has no room. */
export const getLessonRoom = operation({
  name: 'getLessonRoom',
  domain: 'lessons',
  summary: 'The room of a lesson',
  method: 'GET',
  path: '/admin/lesson/{id}/room',
  access: ['/lessons'],
  params: idParams,
  response,
});

/** Requests the room of a Zoom lesson, or retries at once, unless it is up to date; a Tutor for their own lessons. */
export const requestLessonRoom = operation({
  name: 'requestLessonRoom',
  domain: 'lessons',
  summary: 'Create the room of a lesson',
  method: 'POST',
  path: '/admin/lesson/{id}/room',
  access: ['/lessons'],
  permission: needs('lesson.canStartRoom'),
  params: idParams,
  response,
});

/** Host link of a Zoom lesson's room, read from Zoom each time and not stored (ADR 79); a Tutor's own lessons only. */
export const getStartLink = operation({
  name: 'getStartLink',
  domain: 'lessons',
  summary: 'The link that starts the room of a lesson as its host',
  method: 'GET',
  path: '/admin/lesson/{id}/room/start-link',
  access: ['/lessons'],
  permission: needs('lesson.canStartRoom'),
  params: idParams,
  response: one(z.object({ url: z.string() })),
  errors: ['live_link_missing'],
});
