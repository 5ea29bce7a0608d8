import type { SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { addDays, businessDayOf, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { lookAgain } from '../../platform/look-again.ts';
import type { Settings } from '../../platform/settings.ts';
import { lockStudent } from '../users/students.service.ts';
import { bringTicketsInStep } from './ticket-life.ts';
import type { Pair } from './ticket-life.queries.ts';
import * as looks from './ticket-looks.queries.ts';
import { followUpDays, resultDays } from './ticket-life.rules.ts';

const minute = 60_000;
const lookEveryMs = 2 * minute;
/** Every 30th run looks far back, to catch what was missed while no worker ran. */
const looksPerFarLook = 30;
/** How many days back the other runs look. */
const nearDays = 3;
const pairsAtATime = 500;

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'businessTimeZone'> };

/**
 * Makes the changes that only time causes: opens tickets of subscriptions that end soon and of trials from before
 * tickets, and records trial attendance. Each pair of student and class has its own transaction: interrupted, repeated
 * and concurrent runs are safe. Returns the number of steps.
 */
export const followTickets = async (
  { db, clock, settings }: Needs,
  signal: AbortSignal,
  { isFar = true } = {},
): Promise<number> => {
  const context = {
    clock,
    settings: settings as Settings,
    address: 'worker',
    requestId: 'tickets',
    actor: { id: null, name: 'Staffroom' },
  };
  let steps = 0;
  for (const look of looksAt(clock.now(), settings.businessTimeZone, isFar)) {
    let after: Pair | undefined;
    for (;;) {
      const found = await looks.nextPairs(db, look, { after, count: pairsAtATime });
      for (const pair of found) {
        signal.throwIfAborted();
        steps += await inTransaction({ db }, async (tx) => {
          await lockStudent(tx, pair.studentId);
          return bringTicketsInStep(tx, context, pair);
        });
      }
      if (found.length < pairsAtATime) break;
      after = found.at(-1);
    }
  }
  return steps;
};

/** Queries for tickets that may need a step. A far look goes back to the oldest ticket that is still followed up. */
const looksAt = (now: Date, timeZone: string, isFar: boolean): SQL[] => {
  const today = businessDayOf(now.toISOString(), timeZone);
  const startOf = (days: number) =>
    new Date(startOfBusinessDay(addDays(today, days), timeZone).epochMilliseconds);
  return [
    looks.unrecordedAttendance({ now, from: startOf(isFar ? -followUpDays : -nearDays) }),
    looks.correctedAttendance({ now, from: startOf(-resultDays) }),
    looks.endingSubscriptions({
      from: startOf(isFar ? -resultDays : -nearDays),
      to: startOf(followUpDays + 1),
    }),
    // Listeners handle these as they happen; only orders from before tickets existed and concurrent changes are missed.
    ...(isFar ? [looks.untracedTrials(), looks.movedLessons()] : []),
  ];
};

/** Starts a run every two minutes; several workers may run concurrently. Returns a function that stops it. */
export const startFollowingTickets = ({ logger, ...needs }: Needs & { logger: Logger }) => {
  let count = 0;
  return lookAgain(
    { everyMs: lookEveryMs, logger, failed: 'following tickets failed' },
    (signal) => {
      const isFar = count % looksPerFarLook === 0;
      count += 1;
      return followTickets(needs, signal, { isFar });
    },
  );
};
