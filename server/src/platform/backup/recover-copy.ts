import { appendFile, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedBinaries } from '../embedded-postgres/binaries.ts';
import type { ClusterPlace } from '../embedded-postgres/cluster.ts';
import { stopServerWhenWeDie } from '../embedded-postgres/deathwatch.ts';
import {
  launchPostmaster,
  signalProcess,
  stopPostmaster,
} from '../embedded-postgres/postmaster.ts';
import { prepareLaunch } from '../embedded-postgres/prepare-launch.ts';
import { damagedFile, historyCommand, restoreCommand } from '../embedded-postgres/wal-archive.ts';
import { businessTime, type Until } from './point-in-time.ts';
import {
  linesOf,
  listArchivedBackups,
  listSegments,
  listTimelines,
  segmentName,
  segmentOf,
  sinceLine,
  type ArchivedBackup,
} from './wal-archive-files.ts';

/** The archive of the log, and the point until which it is replayed; undefined: the end of the backup. */
export type Recovery = { archive: string; until: Until | undefined };

/** How a copied server is recovered. */
type RecoveryPlan = {
  settings: Record<string, string>;
  /** Throws an error for the operator if the recovery, by the log of the server, did not reach its target. */
  requireTarget: (serverLog: string) => Promise<void>;
  /** The time of the last replayed change, for the operator. */
  reached: (serverLog: string) => string | undefined;
  /** An error for the operator about a server that ended before its target. */
  explain: (serverLog: string) => Promise<Error | undefined>;
};

/**
 * Plans the recovery of the backup in `clusterFolder`. Without `until` the copy only gets a timeline of its own: its log
 * must not get the names of what the archive already has. Throws for a time that this backup cannot be restored to.
 */
export const planRecovery = async (
  clusterFolder: string,
  { archive, until }: Recovery,
): Promise<RecoveryPlan> => {
  if (until === undefined)
    return {
      settings: {
        restore_command: historyCommand(archive),
        recovery_target: 'immediate',
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
      },
      requireTarget: async () => undefined,
      reached: () => undefined,
      explain: async () => undefined,
    };
  const backup = await findArchived(clusterFolder, archive);
  const { at } = until;
  const timeline = await chooseTimeline(archive, backup, until);
  const range = await rangeOf(archive, backup, timeline, until);
  if (at !== 'latest' && at < backup.ended) throw range.tooEarly();
  return {
    settings: {
      restore_command: restoreCommand(archive),
      recovery_target_timeline: String(timeline),
      ...(at !== 'latest' && {
        // PostgreSQL does not know the abbreviation Z yet when it reads its arguments.
        recovery_target_time: at.toISOString().replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
    },
    // The end of the log is a target that PostgreSQL does not check: it takes a missing segment for the end.
    requireTarget: async (serverLog) => {
      if (at === 'latest' && range.missingAfter(serverLog) !== undefined)
        throw range.tooLate(serverLog);
    },
    reached: range.reached,
    explain: async (serverLog) => {
      const file = damagedFile(serverLog);
      if (file !== undefined) return range.damaged(file);
      if (serverLog.includes('recovery stop point is before consistent recovery point'))
        return range.tooEarly();
      return serverLog.includes('recovery ended before configured recovery target was reached')
        ? range.tooLate(serverLog)
        : undefined;
    },
  };
};

/** The backup as the archive knows it, by its label. Throws if it is of another server or older than the archive. */
const findArchived = async (clusterFolder: string, archive: string): Promise<ArchivedBackup> => {
  const text = await readFile(join(clusterFolder, 'backup_label'), 'utf8');
  const label = linesOf(text).get('LABEL');
  const known = await listArchivedBackups(archive).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`WAL_ARCHIVE cannot be read: ${cause.message}`, { cause });
  });
  const found = known.find((backup) => backup.label === label);
  if (found) return found;
  throw new Error(
    `The archive ${archive} has no log of this backup: it was made before WAL_ARCHIVE was set, or of another server. ` +
      'Choose another backup, or restore it without --until. Nothing was restored.',
  );
};

/**
 * The timeline that was in use at the time, so that a second restore can go back to a time before the first one, or
 * after it. Throws if its log does not go on from this backup.
 */
const chooseTimeline = async (
  archive: string,
  backup: ArchivedBackup,
  { at, zone }: Until,
): Promise<number> => {
  const begun = (await listTimelines(archive)).filter(
    ({ id, since }) => id > backup.timeline && (at === 'latest' || since <= at),
  );
  const used = begun.at(-1);
  if (!used) return backup.timeline;
  const left = used.ancestors.find(({ id }) => id === backup.timeline);
  if (left && left.end >= backup.end) return used.id;
  const since = businessTime(used.since, zone);
  throw new Error(
    `The data in use at that time began with the restore of ${since}, which went back to a time before this backup. ` +
      `Choose another backup, or a time before that restore (${zone}). Nothing was restored.`,
  );
};

const rangeOf = async (
  archive: string,
  backup: ArchivedBackup,
  timeline: number,
  { at, zone }: Until,
) => {
  const shown = (instant: Date) => businessTime(instant, zone);
  // Its end is known to the second below.
  const from = shown(new Date(backup.ended.getTime() + 999));
  const asked = at === 'latest' ? 'latest' : shown(at);
  const segments = (await listSegments(archive)).filter((each) => each.timeline === timeline);
  const last = segments.at(-1);
  const archivedAt = async (name: string) => shown((await stat(join(archive, `${name}.gz`))).mtime);
  const about = last ? await archivedAt(last.name) : undefined;
  const refusal = (why: string, to: string) =>
    new Error(
      `${why} This backup can be restored to any time from ${from} to ${to} (${zone}). Nothing was restored.`,
    );
  /** The first segment that the recovery did not find although the archive has later ones. */
  const missingAfter = (serverLog: string): string | undefined => {
    const reached = /redo done at ([0-9A-F]+\/[0-9A-F]+)/.exec(serverLog)?.[1];
    if (reached === undefined || !last || last.number <= segmentOf(reached)) return undefined;
    return segmentName(timeline, segmentOf(reached) + 1);
  };
  /** The time of the last change that was replayed. */
  const reached = (serverLog: string): string | undefined => {
    const done = /last completed transaction was at log time (.+)$/m.exec(serverLog)?.[1];
    return done === undefined ? undefined : shown(new Date(done.replace(/\+00$/, 'Z')));
  };
  return {
    missingAfter,
    reached,
    tooEarly: () =>
      refusal(
        `--until ${asked} is before the end of this backup: choose an earlier one.`,
        about === undefined ? 'the end of the archive' : `about ${about}`,
      ),
    tooLate: (serverLog: string) => {
      const to = reached(serverLog) ?? from;
      const missing = missingAfter(serverLog);
      return missing === undefined
        ? refusal(
            `--until ${asked} is after the last change in the archive, which --until latest restores.`,
            to,
          )
        : refusal(
            `--until ${asked} needs ${missing}, which the archive does not have or has of another server.`,
            to,
          );
    },
    damaged: async (file: string) =>
      refusal(
        `--until ${asked} needs ${file}.gz of the archive, which is damaged or cannot be read.`,
        `about ${await archivedAt(file)}`,
      ),
  };
};

type Options = { log: (line: string) => void; stop?: AbortSignal | undefined };

/**
 * Starts the copied server of `place` on its own, waits until it has replayed the log up to its target, and stops it.
 * It leaves a cluster like that of a stopped server, on a new timeline that the next start archives, not yet flushed to
 * the disk.
 */
export const recoverCopy = async (
  place: ClusterPlace,
  plan: RecoveryPlan,
  { log, stop }: Options,
): Promise<void> => {
  const launch = prepareLaunch(place, installedBinaries(), {
    ...plan.settings,
    // Notes what is to be archived, and archives nothing before the restore is complete.
    archive_mode: 'on',
    archive_command: '',
    // The caller flushes the whole copy at its end.
    fsync: 'off',
    // Otherwise it opens the segment after the target too, which may be damaged.
    recovery_prefetch: 'off',
    // Otherwise connections are accepted before the target is reached.
    hot_standby: 'off',
  });
  const signalFile = join(place.clusterDir, 'recovery.signal');
  await writeFile(signalFile, '', { mode: 0o600 });
  if (launch.account) await chown(signalFile, launch.account.uid, launch.account.gid);
  const logged = () => readFile(place.logFile, 'utf8');
  const { pid } = await launchRecovery(launch, stop).catch(async (error: unknown) => {
    stop?.throwIfAborted();
    throw (await plan.explain(await logged().catch(() => ''))) ?? error;
  });
  await stopPostmaster(pid, place.clusterDir);
  stop?.throwIfAborted();
  const serverLog = await logged();
  await plan.requireTarget(serverLog);
  const reached = plan.reached(serverLog);
  if (reached !== undefined) log(`The last change in it is of ${reached}.`);
  await rm(join(place.clusterDir, 'postmaster.opts'));
  await noteTimeline(join(place.clusterDir, 'pg_wal'));
};

/** Waits without a limit: the log of weeks takes long. The server ends with this process, and when it is stopped. */
const launchRecovery = async (
  launch: Parameters<typeof launchPostmaster>[0],
  stop: AbortSignal | undefined,
) => {
  const watches: (() => void)[] = [];
  try {
    return await launchPostmaster(launch, undefined, {
      readyWithinMs: Infinity,
      spawned: (pid) => {
        const end = () => signalProcess(pid, 'SIGINT');
        stop?.addEventListener('abort', end);
        watches.push(stopServerWhenWeDie(pid), () => stop?.removeEventListener('abort', end));
      },
    });
  } finally {
    for (const endWatch of watches) endWatch();
  }
};

/** Adds the time of the restore to the history of the new timeline, which the archive gets at the next start. */
const noteTimeline = async (walFolder: string): Promise<void> => {
  const newest = (await readdir(walFolder))
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error('PostgreSQL began no new timeline.');
  const id = Number.parseInt(newest.slice(0, 8), 16);
  await appendFile(join(walFolder, newest), sinceLine(id, new Date()));
};
