import type { SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { addDays, businessDayOf, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
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
/** Looks between two that go far back, for what was missed while no worker ran. */
const looksPerFarLook = 30;
/** Days that any other look goes back. */
const nearDays = 3;
const pairsAtATime = 500;

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'businessTimeZone'> };

/**
 * Does what time alone asks for: opens tickets of subscriptions that end soon, and of trials that were ordered before
 * there were tickets, and notes how trials were attended. Each student's class is a transaction of its own, so that a
 * look which ends half-way has lost nothing; run twice, or by two at once, it changes nothing more. Answers how many
 * steps it took.
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

/** What may make tickets move; a far look goes back to the oldest that is still followed up. */
const looksAt = (now: Date, timeZone: string, isFar: boolean): SQL[] => {
  const today = businessDayOf(now.toISOString(), timeZone);
  const startOf = (days: number) =>
    new Date(startOfBusinessDay(addDays(today, days), timeZone).epochMilliseconds);
  return [
    looks.untoldAttendance({ now, from: startOf(isFar ? -followUpDays : -nearDays) }),
    looks.correctedAttendance({ now, from: startOf(-resultDays) }),
    looks.endingSubscriptions({
      from: startOf(isFar ? -resultDays : -nearDays),
      to: startOf(followUpDays + 1),
    }),
    // What acts tell of as they happen was missed only by orders of before, and by two acts of one moment.
    ...(isFar ? [looks.untracedTrials(), looks.movedLessons()] : []),
  ];
};

/** Looks every two minutes; several workers may do so side by side. Answers how to stop. */
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
