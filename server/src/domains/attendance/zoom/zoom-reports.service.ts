import type { ZoomReport } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Db } from '../../../platform/database.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { lessonScope } from '../../lessons/lessons.policy.ts';
import * as lessonQueries from '../../lessons/lessons.queries.ts';
import { findRoom } from '../../lessons/zoom/zoom-rooms.queries.ts';
import * as queries from './zoom-reports.queries.ts';

/** Returns the state of Zoom's report of a lesson; null before the first request. */
export const readReportState = async (db: Db, lessonId: string): Promise<ZoomReport | null> => {
  const report = await queries.find(db, lessonId);
  return report
    ? {
        state: report.state,
        error: report.error,
        next_try: report.nextTry?.toISOString() ?? null,
        at: report.updated.toISOString(),
      }
    : null;
};

/** Schedules a request for a lesson's report, once. Throws not_found, zoom_report_missing with the reason. */
export const requestReport = (context: Context, lessonId: string) =>
  inTransaction(context, async (tx) => {
    const lesson = await lessonQueries.findById(tx, lessonId, lessonScope(context.actor));
    if (!lesson) throw notFound('id');
    const problem = await reportProblem(tx, context, lesson);
    if (problem) throw refusal('zoom_report_missing', { message: problem });
    if (await queries.request(tx, lessonId, context.clock.now()))
      await recordAudit(tx, context, {
        action: 'lesson.attendanceReportRequested',
        entity: 'lesson',
        entityId: lessonId,
      });
  });

type Ended = { id: string; endedAt: Date; isActive: boolean };

/** Returns why the report of a lesson cannot be requested; undefined if it can. */
const reportProblem = async (
  db: Db,
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  { id, endedAt, isActive }: Ended,
): Promise<string | undefined> => {
  if (!settings.zoom) return 'The ZOOM settings are missing on the server.';
  if (!(await findRoom(db, id))?.isOnZoom) return 'The lesson has no room at Zoom.';
  if (!isActive) return 'This lesson is not active.';
  if (endedAt > clock.now()) return 'Zoom has a report only after the lesson has ended.';
  return undefined;
};

/** True if staff may request Zoom's report of the lesson now. */
export const mayRequestReport = async (db: Db, context: Context, lesson: Ended) =>
  (await reportProblem(db, context, lesson)) === undefined;
