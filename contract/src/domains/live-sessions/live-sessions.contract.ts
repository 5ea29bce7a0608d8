import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { otherLevel, studentLevels } from '../../shared/levels.ts';
import { anyOf, between, contains, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';

/** The audiences of a session (part 2 §3, Event). */
export const audiences = ['student', 'parent'] as const;

/** The subjects of the specification's filters (part 2 §9). */
export const sessionSubjects = ['English', 'Mathematics', 'Science'] as const;

/** The level codes of the specification (part 2 §3). */
export const sessionLevels = [...studentLevels, otherLevel] as const;

/** A live sharing session (part 2 §3, Event). */
export const liveSessionSchema = z.object({
  _id: idSchema,
  name: z.string(),
  desc: z.string(),
  meta: z.object({
    level: z.enum(sessionLevels),
    subject: z.enum(sessionSubjects),
    keywords: z.array(z.string()),
    series: z.object({ name: z.string(), order: z.int() }).nullable(),
  }),
  scheduled_on: moment,
  event_duration: z.int().describe('Minutes'),
  host_by: named,
  is_listed: z.boolean(),
  is_public_viewable: z.boolean(),
  hosting_platform: z.literal('Zoom'),
  hosting_type: z.literal('webinar'),
  playback_url: z.string().describe('Address of the recording; empty until there is one'),
  target_audience: z.enum(audiences),
  cover_photo: z.string().describe('The address of the picture'),
  attendee_count: z.int(),
  created: moment,
  updated: moment,
  version: z.int(),
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type LiveSession = z.infer<typeof liveSessionSchema>;

/** The sessions, the latest first (part 2 §7, Webinar events). */
export const listLiveSessions = operation({
  name: 'listLiveSessions',
  domain: 'live-sessions',
  summary: 'List live sharing sessions, the latest first',
  method: 'GET',
  path: '/event/webinar',
  access: ['/tls'],
  query: listQuery({
    sortBy: ['scheduled_on', 'name', 'attendee_count'],
    order: 'desc',
    max: 20,
    filter: {
      _id: anyOf(idSchema),
      search: contains.describe('Name, series, keyword or host'),
      scheduled_on: between(instantSchema),
      period: z.enum(['upcoming', 'past']).describe('past: has ended'),
      'meta.level': anyOf(z.enum(sessionLevels)),
      'meta.subject': anyOf(z.enum(sessionSubjects)),
      host_by: anyOf(idSchema),
      target_audience: z.enum(audiences),
      is_listed: z.boolean(),
      is_public_viewable: z.boolean(),
    },
  }),
  response: many(liveSessionSchema),
  csv: true,
});
