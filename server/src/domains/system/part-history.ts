import { hostname } from 'node:os';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { SystemPart } from 'staffroom-contract/domains/system/system.contract.ts';
import type { PartName } from 'staffroom-contract/domains/system/system.rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { listProcesses } from '../../platform/processes.ts';
import { partProblems } from '../../platform/platform.schema.ts';
import type { Settings } from '../../platform/settings.ts';
import { readParts } from './read-parts.ts';
import { openChecks } from './system-parts.ts';

/** Milliseconds between two looks at the parts. */
const everyMs = 30_000;

/** The last problem of each part that had one, by the part; `ended` is null while it lasts. */
export const lastProblems = async (db: Db) => {
  const rows = await db
    .selectDistinctOn([partProblems.part])
    .from(partProblems)
    .orderBy(partProblems.part, desc(partProblems.began), desc(partProblems.id));
  return new Map(rows.map(({ part, ...row }) => [part, row]));
};

/** Notes which problems have begun and ended since the last look. A part without an answer stays as it was. */
export const noteProblems = async (
  db: Db,
  now: Date,
  parts: readonly Pick<SystemPart, 'name' | 'state' | 'problem'>[],
) => {
  const rows = await db
    .select({ part: partProblems.part })
    .from(partProblems)
    .where(isNull(partProblems.ended));
  const open = new Set<PartName>(rows.map(({ part }) => part));
  for (const { name, state, problem } of parts) {
    if (problem !== null && !open.has(name))
      await db
        .insert(partProblems)
        .values({ id: newId(now), part: name, began: now })
        .onConflictDoNothing();
    if (problem === null && state !== 'unknown' && open.has(name))
      await db
        .update(partProblems)
        .set({ ended: sql`greatest(${partProblems.began}, ${now.toISOString()}::timestamptz)` })
        .where(and(eq(partProblems.part, name), isNull(partProblems.ended)));
  }
};

type Needs = { db: Db; clock: Clock; settings: Settings };

/**
 * Looks at the parts and notes their problems, if this process is the one that does so: the oldest worker, or the
 * oldest API process while no worker runs. Several would contradict each other about their own disks and networks.
 */
export const lookAtParts = async (
  needs: Needs,
  checks: ReturnType<typeof openChecks>,
  own = { machine: hostname(), pid: process.pid },
) => {
  const running = (await listProcesses(needs.db, needs.clock.now())).filter(
    ({ isLost }) => !isLost,
  );
  const first = running.find(({ role }) => role !== 'api') ?? running[0];
  if (first?.machine !== own.machine || first.pid !== own.pid) return;
  const { parts } = await readParts(needs, checks, { answers: first.role !== 'worker' });
  await noteProblems(needs.db, needs.clock.now(), parts);
};

/** Looks at the parts every 30 s, for "Last problem" on System health. Returns a function that stops it. */
export const startWatchingParts = (needs: Needs & { logger: Pick<Logger, 'warn'> }) => {
  const checks = openChecks(needs.settings);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = lookAtParts(needs, checks).catch((error: unknown) => {
      needs.logger.warn({ err: error }, 'the parts of the product could not be looked at');
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
