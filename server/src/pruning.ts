import type { Logger } from 'pino';
import { announcements } from './domains/announcements/announcements.schema.ts';
import { classes } from './domains/classes/classes.schema.ts';
import { prune } from './domains/identity/pruning.ts';
import { users } from './domains/identity/users.schema.ts';
import { liveSessions } from './domains/live-sessions/live-sessions.schema.ts';
import { lessons } from './domains/lessons/lessons.schema.ts';
import { questionVersions } from './domains/question-bank/question-bank.schema.ts';
import { removeUnusedImages } from './domains/users/images.service.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database.ts';
import { pruneJobStarts } from './platform/job-crashes.ts';
import { pruneProcesses } from './platform/processes.ts';
import type { Settings } from './platform/settings.ts';
import { deleteExpired } from './retention.ts';

/** Every column that may contain an uploaded picture: formatted texts, profile pictures and covers. */
const picturePlaces = [
  users.profilePic,
  users.description,
  users.background,
  classes.description,
  lessons.description,
  announcements.content,
  liveSessions.coverPhoto,
  // The current version of a question is one of them.
  questionVersions.pictures,
];

const hour = 60 * 60_000;

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'retention'> };

/**
 * Deletes every hour ended sessions, old sign-in attempts and idempotency keys, rows past their retention, and
 * pictures that are not used. Files of lessons are never deleted.
 */
export const pruneAll = async (needs: Needs) => {
  await prune(needs.db, needs.clock.now());
  await pruneJobStarts(needs.db, needs.clock.now());
  await pruneProcesses(needs.db, needs.clock.now());
  await deleteExpired(needs);
  await removeUnusedImages(needs, picturePlaces);
};

/** Prunes at once and every hour; several workers may do so at the same time. Returns a function that stops it. */
export const startPruning = (needs: Needs & { logger: Logger }) => {
  const pruneOnce = () => {
    pruneAll(needs).catch((error: unknown) => {
      needs.logger.warn({ err: error }, 'pruning failed');
    });
  };
  pruneOnce();
  const timer = setInterval(pruneOnce, hour);
  timer.unref();
  return () => clearInterval(timer);
};
