import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { changesOf, idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { imageTooLarge, maxImageBytes } from '../users/images.contract.ts';
import {
  audiences,
  liveSessionSchema,
  sessionLevels,
  sessionSubjects,
} from './live-sessions.contract.ts';
import {
  longestDuration,
  longestKeyword,
  mostKeywords,
  playbackProblem,
  repeatedKeyword,
  repeatedMessage,
  usualDuration,
} from './live-sessions.rules.ts';

const path = '/admin/event/webinar';
const access = ['/tls'] as const;

const keywordsSchema = z
  .array(requiredText('A keyword is empty', longestKeyword))
  .max(mostKeywords, `At most ${mostKeywords} keywords`)
  .superRefine((keywords, context) => {
    const word = repeatedKeyword(keywords);
    if (word !== undefined) context.addIssue({ code: 'custom', message: repeatedMessage(word) });
  });

const seriesSchema = z.strictObject({
  name: requiredText('Please name the series', 200),
  order: z.int('An episode is a whole number').min(1, 'Episodes count from 1').max(10_000),
});

/** With the specification's defaults (part 2 §9); `meta` is always the whole of it. */
const fields = {
  name: requiredText('Please enter a name', 200),
  desc: requiredText('Please enter a description', 5000),
  meta: z.strictObject({
    level: z.enum(sessionLevels),
    subject: z.enum(sessionSubjects),
    keywords: keywordsSchema.default([]),
    series: seriesSchema.nullable().default(null),
  }),
  scheduled_on: instantSchema,
  event_duration: z
    .int()
    .min(1, 'At least 1 minute')
    .max(longestDuration, 'At most 720 minutes')
    .default(usualDuration),
  host_by: idSchema,
  is_listed: z.boolean().default(true),
  is_public_viewable: z.boolean().default(false),
  playback_url: textSchema(2000)
    .transform((address) => address.trim())
    .superRefine((address, context) => {
      const message = playbackProblem(address);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .default(''),
  target_audience: z.enum(audiences).default('student'),
};

export const createLiveSessionSchema = z.strictObject(fields);
export type CreateLiveSession = z.output<typeof createLiveSessionSchema>;

export const updateLiveSessionSchema = changesOf(fields);
export type UpdateLiveSession = z.output<typeof updateLiveSessionSchema>;

/** The cover: one picture, a JPEG, PNG or BMP (part 2 §5, Live session save). */
export const coverPhoto = {
  field: 'cover_photo',
  maxBytes: maxImageBytes,
  tooLarge: imageTooLarge,
} as const;

const coverRefusals = [
  'image_unreadable',
  'payload_too_large',
  'unsupported_media_type',
  'image_quota_used_up',
  'busy',
] as const;

/** One session. Throws not_found. */
export const getLiveSession = operation({
  name: 'getLiveSession',
  summary: 'One live sharing session',
  method: 'GET',
  path: `${path}/{id}`,
  access,
  params: idParams,
  response: one(liveSessionSchema),
});

/** Creates a session with its cover, at most once per Idempotency-Key. Throws invalid_value, image_unreadable. */
export const createLiveSession = operation({
  name: 'createLiveSession',
  summary: 'Create a live sharing session',
  method: 'POST',
  path,
  access,
  permission: needs('tls.canCreate'),
  body: createLiveSessionSchema,
  multipart: coverPhoto,
  response: one(liveSessionSchema),
  status: 201,
  errors: coverRefusals,
  idempotent: true,
});

/** Changes the given fields of a session, and its cover where one is sent. Throws not_found, stale, invalid_value. */
export const updateLiveSession = operation({
  name: 'updateLiveSession',
  summary: 'Change a live sharing session',
  method: 'PATCH',
  path: `${path}/{id}`,
  access,
  permission: needs('tls.canUpdate'),
  params: idParams,
  body: updateLiveSessionSchema,
  multipart: { ...coverPhoto, optional: true },
  response: one(liveSessionSchema),
  errors: ['stale', ...coverRefusals],
});

/** Deletes a session that nobody has signed up to. Throws not_found, live_session_attended. */
export const deleteLiveSession = operation({
  name: 'deleteLiveSession',
  summary: 'Delete a live sharing session',
  method: 'DELETE',
  path: `${path}/{id}`,
  access,
  permission: needs('tls.canDelete'),
  params: idParams,
  response: one(liveSessionSchema),
  errors: ['live_session_attended'],
  idempotent: true,
});

export const sessionAttendeeSchema = z.object({
  _id: idSchema,
  student: named.describe('Whose account signed up, also where a parent comes'),
  email: z.string(),
  parent_name: z.string(),
  signed_up_on: moment,
});
export type SessionAttendee = z.infer<typeof sessionAttendeeSchema>;

/** Who signed up to a session, by name. Throws not_found. */
export const listSessionAttendees = operation({
  name: 'listSessionAttendees',
  summary: 'The attendees of a live sharing session',
  method: 'GET',
  path: '/event/webinar/{id}/attendee',
  access,
  params: idParams,
  query: listQuery({ sortBy: ['name', 'signed_up_on'], order: 'asc', max: 20, filter: {} }),
  response: many(sessionAttendeeSchema),
  csv: true,
});
