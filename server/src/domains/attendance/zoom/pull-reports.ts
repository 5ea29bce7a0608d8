import type { Logger } from 'pino';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { lookAgain } from '../../../platform/look-again.ts';
import { openZoom, ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';
import type { Settings } from '../../../platform/settings.ts';
import * as lessonQueries from '../../lessons/lessons.queries.ts';
import { insertImport } from '../attendance-imports.queries.ts';
import { readReport } from './read-report.ts';
import * as queries from './zoom-reports.queries.ts';

const minute = 60_000;
/** Minutes after a meeting's end at which its report is requested: Zoom may need up to a day to write it. */
const triedAfter = [15, 60, 120, 360, 1440] as const;
/** Reports of meetings that ended longer ago are not requested. */
const mostAfterMs = 7 * 24 * 60 * minute;
/** A worker that took a report and has not finished after this time is considered dead. */
const takenForMs = 10 * minute;
const lookEveryMs = minute;

type Needs = { db: Db; clock: Clock; zoom: Zoom };

/** Saves Zoom's reports of ended meetings in place of the webhook's rows (ADR 23); gives up after the fifth time. */
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
      // Serializes with imports and corrections of this lesson.
      await lessonQueries.lockByIds(tx, [lessonId]);
      const added = await insertImport(
        tx,
        {
          id: newId(received),
          lessonId,
          source: 'zoom',
          fileName: '',
          importedBy: null,
          importedAt: received,
        },
        rows.map((row) => ({ ...row, id: newId(received), lessonId, source: 'zoom', received })),
      );
      await queries.settle(tx, lessonId, {
        state: 'taken',
        error: null,
        nextTry: null,
        requestedAt: null,
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
    const now = clock.now();
    const next = nextTry(due.endedAt, now);
    await queries.settle(db, lessonId, {
      state: next === null ? 'failed' : 'waiting',
      tries: due.tries + 1,
      error: error.message,
      nextTry: next,
      requestedAt: null,
      updated: now,
    });
  }
};

/** Returns the next planned time; times missed while no worker ran are skipped. */
const nextTry = (endedAt: Date, now: Date): Date | null =>
  triedAfter
    .map((minutes) => new Date(endedAt.getTime() + minutes * minute))
    .find((at) => at > now) ?? null;

type Pulling = { db: Db; clock: Clock; logger: Logger; settings: Settings };

/** Looks for due reports every minute; several workers may run at once. Returns a function that stops it. */
export const startPullingReports = ({ db, clock, logger, settings }: Pulling) => {
  if (!settings.zoom) return async () => undefined;
  const zoom = openZoom(settings.zoom, clock);
  return lookAgain({ everyMs: lookEveryMs, logger, failed: 'zoom reports failed' }, (signal) =>
    pullDueReports({ db, clock, zoom }, signal),
  );
};
