import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * What can be heard of while a screen is open, each of one record: `poll:<lesson>` tells that the questions of a lesson or
 * their answers are others, `ticket-list:<list>` that a ticket of this kind has taken a step, `ticket:<ticket>` that others
 * have this ticket open now. The record's id is all that is told; who hears it reads anew what it may read.
 */
export const liveKinds = ['poll', 'ticket-list', 'ticket'] as const;
export type LiveKind = (typeof liveKinds)[number];
export type LiveTopic = `${LiveKind}:${string}`;

/** A kind of change of one record. */
export const liveTopic = (kind: LiveKind, id: string): LiveTopic => `${kind}:${id}`;

/** Whether whoever listens to a topic has its record open, which others are told. */
export const saysWhoIsThere = (topic: string): boolean => topic.startsWith('ticket:');

/** Topics of one stream. */
export const mostTopics = 100;

const pattern = new RegExp(
  `^(${liveKinds.join('|')}):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
);

/** What an event of the stream says: which topics changed; `all` that any of them may have. */
export const liveEventSchema = z.object({
  topics: z.union([z.literal('all'), z.array(z.string())]),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * The stream of changes as server-sent events, until the session ends. Topics that the listener may not see are silent.
 * Its answer has no end, so that it stands beside the operations of the API (`server/src/platform/live-updates.ts`).
 */
export const openLiveUpdates = operation({
  name: 'openLiveUpdates',
  summary: 'Hear of changes while a screen is open',
  method: 'GET',
  path: '/live',
  access: 'signed-in',
  query: z.strictObject({
    topics: z
      .string()
      .max(mostTopics * 60)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(z.string().regex(pattern, 'Not a topic')).min(1).max(mostTopics)),
  }),
  response: z.string(),
});
