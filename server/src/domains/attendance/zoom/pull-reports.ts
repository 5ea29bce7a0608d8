import type { Logger } from 'pino';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { lookAgain } from '../../../platform/look-again.ts';
import { openZoom, ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';
import type { Settings } from '../../../platform/settings.ts';
import * as lessonQueries from '../../lessons/lessons.queries.ts';
import { insertRecords } from '../attendance.queries.ts';
import { readReport } from './read-report.ts';
import * as queries from './zoom-reports.queries.ts';

const minute = 60_000;
/** Minutes after a meeting's end at which its report is asked for: Zoom needs a while to write it. */
const triedAfter = [15, 120] as const;
/** What ended longer ago is not asked for any more. */
const mostAfterMs = 7 * 24 * 60 * minute;
/** A worker that took a report and says nothing for so long is gone. */
const takenForMs = 10 * minute;
const lookEveryMs = minute;

type Needs = { db: Db; clock: Clock; zoom: Zoom };

/**
 * Asks Zoom for the participant reports of meetings that have ended and keeps them: the report is the record, which the
 * webhook's comings and goings only foretold (ADR 23). Asked in vain twice, it is given up with the reason.
 */
export const pullDueReports = async (needs: Needs, signal: AbortSignal) => {
  const { db, clock } = needs;
  const times = { now: clock.now(), firstAfterMs: triedAfter[0] * minute, mostAfterMs };
  for (const due of await queries.listDue(db, times)) {
    signal.throwIfAborted();
    const now = clock.now();
    const until = new Date(now.getTime() + takenForMs);
    if (await queries.take(db, due.lessonId, { now, until })) await pull(needs, due);
  }
};

const pull = async ({ db, clock, zoom }: Needs, due: queries.DueReport) => {
  const { lessonId } = due;
  try {
    const rows = await readReport(zoom, due);
    const received = clock.now();
    await db.transaction(async (tx) => {
      // As whoever imports a file or corrects somebody meanwhile.
      await lessonQueries.lockByIds(tx, [lessonId]);
      const added = await insertRecords(
        tx,
        rows.map((row) => ({ ...row, id: newId(received), lessonId, source: 'zoom', received })),
      );
      await queries.settle(tx, lessonId, {
        state: 'taken',
        error: null,
        nextTry: null,
        updated: received,
      });
      await recordAudit(
        tx,
        { clock, address: 'worker', requestId: 'zoom report', actor: { id: null, name: 'Zoom' } },
        {
          action: 'zoom.reportTaken',
          entity: 'lesson',
          entityId: lessonId,
          after: { rows: added },
        },
      );
    });
  } catch (error) {
    if (!(error instanceof ZoomRefusal)) throw error;
    const tries = due.tries + 1;
    const next = triedAfter[tries];
    await queries.settle(db, lessonId, {
      state: next === undefined ? 'failed' : 'waiting',
      tries,
      error: error.message,
      nextTry: next === undefined ? null : new Date(due.endedOn.getTime() + next * minute),
      updated: clock.now(),
    });
  }
};

type Pulling = { db: Db; clock: Clock; logger: Logger; settings: Settings };

/** Looks every minute for reports that are due; several workers may do so side by side. Answers how to stop. */
export const startPullingReports = ({ db, clock, logger, settings }: Pulling) => {
  if (!settings.zoom) return async () => undefined;
  const zoom = openZoom(settings.zoom, clock);
  return lookAgain({ everyMs: lookEveryMs, logger, failed: 'zoom reports failed' }, (signal) =>
    pullDueReports({ db, clock, zoom }, signal),
  );
};
