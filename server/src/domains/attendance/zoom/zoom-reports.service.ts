import type { ZoomReport } from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import type { Db } from '../../../platform/database.ts';
import * as queries from './zoom-reports.queries.ts';

/** How far Zoom's report of a lesson is; null before it was asked for. */
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
