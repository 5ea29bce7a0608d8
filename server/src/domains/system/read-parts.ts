import type { SystemPart } from 'staffroom-contract/domains/system/system.contract.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { listProcesses } from '../../platform/processes.ts';
import { countJobs } from '../../platform/queue-counts.ts';
import type { Settings } from '../../platform/settings.ts';
import * as parts from './system-parts.ts';

type Needs = { db: Db; clock: Clock; settings: Settings };

/**
 * Reads the state of every part, in display order, with the processes and the queue it comes from. External checks are
 * bounded to 2 s and kept for 10 s. `answers`: this process serves the API itself.
 */
export const readParts = async (
  needs: Needs,
  checks: parts.Checks,
  { answers }: { answers: boolean },
) => {
  const { db, clock } = needs;
  const counts = await countJobs(db);
  const processes = await listProcesses(db, clock.now());
  const sum = (of: 'waiting' | 'delayed' | 'active') =>
    counts.reduce((total, count) => total + count[of], 0);
  const queue = {
    waiting: sum('waiting'),
    delayed: sum('delayed'),
    running: sum('active'),
    oldestSeconds: Math.round(Math.max(0, ...counts.map(({ age }) => age))),
  };
  const external = Promise.all([
    parts.messageParts(needs, checks),
    parts.zoomPart(needs, checks),
    parts.filesPart(needs, checks),
    parts.diskPart(checks),
  ]);
  const database = await parts.databasePart(needs);
  const backup = await parts.backupPart(needs);
  const [messages, zoom, files, disk] = await external;
  const all: Omit<SystemPart, 'last_problem'>[] = [
    parts.apiPart(processes, { answers }),
    parts.workersPart(processes),
    parts.queuePart(queue),
    database,
    ...messages,
    zoom,
    files,
    backup,
    disk,
  ];
  return { processes, queue, parts: all };
};
