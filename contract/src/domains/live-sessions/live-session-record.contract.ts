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

/** With the specification's defaults (part 2 §9); `meta` is always sent as a whole. */
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
  domain: 'live-sessions',
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
  domain: 'live-sessions',
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

/** Changes the given fields of a session, and its cover if one is sent. Throws not_found, stale, invalid_value. */
export const updateLiveSession = operation({
  name: 'updateLiveSession',
  domain: 'live-sessions',
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

/** Deletes a session without sign-ups. Throws not_found, live_session_attended. */
export const deleteLiveSession = operation({
  name: 'deleteLiveSession',
  domain: 'live-sessions',
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
  student: named.describe('The account that signed up, also if a parent attends'),
  email: z.string(),
  parent_name: z.string(),
  signed_up_on: moment,
});
export type SessionAttendee = z.infer<typeof sessionAttendeeSchema>;

/** The sign-ups of a session, by name. Throws not_found. */
export const listSessionAttendees = operation({
  name: 'listSessionAttendees',
  domain: 'live-sessions',
  summary: 'The attendees of a live sharing session',
  method: 'GET',
  path: '/event/webinar/{id}/attendee',
  access,
  params: idParams,
  query: listQuery({ sortBy: ['name', 'signed_up_on'], order: 'asc', max: 20, filter: {} }),
  response: many(sessionAttendeeSchema),
  csv: true,
});
