import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * Topics of live updates, by record: `poll:<lesson>` when questions or answers change, `ticket-list:<list>` when a
 * ticket of this kind changes, `ticket:<ticket>` when others open or close it, `report:<all reports>`. An event only
 * has the id; the listener then reads the data that it may read.
 */
const liveKinds = ['poll', 'ticket-list', 'ticket', 'report'] as const;
export type LiveKind = (typeof liveKinds)[number];
export type LiveTopic = `${LiveKind}:${string}`;

/** The topic of a kind of change of one record. */
export const liveTopic = (kind: LiveKind, id: string): LiveTopic => `${kind}:${id}`;

/** One id for all reports, since any change may affect several of them. */
export const reportsId = '01900000-0000-7000-8000-000000000003';

/** Returns true for topics whose listeners are shown to each other as viewers of the record. */
export const saysWhoIsThere = (topic: string): boolean => topic.startsWith('ticket:');

/** Most topics of one stream. */
export const mostTopics = 100;

const pattern = new RegExp(
  `^(${liveKinds.join('|')}):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
);

/** An event of the stream: the topics that changed; `all` means that any of them may have. */
export const liveEventSchema = z.object({
  topics: z.union([z.literal('all'), z.array(z.string())]),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * The stream of changes as server-sent events, until the session ends. Topics that the listener may not see get no
 * events. The response never ends, so it is not served as the others are (`server/src/platform/live-updates.ts`).
 */
export const openLiveUpdates = operation({
  name: 'openLiveUpdates',
  domain: 'identity',
  summary: 'Receive changes while a screen is open',
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
