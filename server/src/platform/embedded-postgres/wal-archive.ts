import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { SettingsError } from '../environment.ts';
import type { ClusterPlace } from './cluster.ts';
import type { ServerAccount } from './server-account.ts';

/** Seconds after which a segment with changes is archived although it is not full: at most these are lost. */
const archiveTimeout = 60;

/** Settings of a server that archives its log, WAL, in this folder (PostgreSQL's manual, "Setting Up WAL Archiving"). */
export const archivingTo = (archive: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_timeout: String(archiveTimeout),
  archive_command: archiveCommand(archive),
});

/**
 * Stores one segment as `<name>.gz`. A file with this name is always complete and on the disk: it is written under
 * another name, which a crash or a full disk may leave until the next try. An equal file counts as stored; one with
 * other content is never replaced. Exit codes above 125 would not count as failures in pg_stat_archiver.
 */
const archiveCommand = (archive: string): string =>
  [
    `d=${quoted(archive)}; f="$d/%f.gz"; t="$d/unfinished-%f-$$"`,
    `if [ -e "$f" ]; then gzip -cd "$f" | cmp -s - "%p" && sync "$f" "$d" && exit 0`,
    `echo "$f has other content" >&2; exit 1; fi`,
    `rm -f "$d/unfinished-%f-"*`,
    // A link never replaces a file; some network folders have none.
    `gzip -c < "%p" > "$t" && sync "$t" && { ln "$t" "$f" 2>/dev/null || { [ ! -e "$f" ] && mv "$t" "$f"; }; } && rm -f "$t" && sync "$f" "$d" && exit 0`,
    `rm -f "$t"; exit 1`,
  ].join('; ');

/** The exit code for a file that is in the archive and cannot be read; above 125 it ends the recovery. */
const damaged = 200;

/** Reads a segment from the archive; a missing one is the end of the archive for PostgreSQL. */
export const restoreCommand = (archive: string): string =>
  `f=${quoted(archive)}/%f.gz; [ -e "$f" ] || exit 1; gzip -cd "$f" > "%p" || exit ${damaged}`;

/** Reads only histories of timelines, so that a restored server gets a timeline that the archive does not have. */
export const historyCommand = (archive: string): string =>
  `case %f in *.history) ;; *) exit 1;; esac; ${restoreCommand(archive)}`;

/** The file that `restoreCommand` could not read, from the server's log. */
export const damagedFile = (serverLog: string): string | undefined =>
  new RegExp(
    `could not restore file "([^"]+)" from archive: child process exited with exit code ${damaged}`,
  ).exec(serverLog)?.[1];

/** A path for the shell, in which PostgreSQL replaces `%p` and the like. */
const quoted = (path: string): string =>
  `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/** Throws SettingsError for a folder that the server's account cannot archive into. Creates nothing. */
export const requireArchive = (
  archive: string,
  place: ClusterPlace,
  account: ServerAccount | undefined,
): void => {
  if (existsSync(archive) && `${realpathSync(archive)}${sep}`.startsWith(`${place.root}${sep}`))
    throw new SettingsError(
      `WAL_ARCHIVE must be outside ${place.root}, best on another disk or machine, for example WAL_ARCHIVE=/mnt/archive/staffroom.`,
    );
  const check =
    'cd "$1" && [ -w . ] || exit 1; for program in gzip cmp sync; do command -v $program || exit 2; done';
  const { status } = spawnSync('/bin/sh', ['-c', check, 'sh', archive], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  if (status === 2)
    throw new SettingsError('WAL_ARCHIVE needs the programs gzip, cmp and sync on this machine.');
  if (status !== 0) throw new SettingsError(notWritable(archive, account));
};

const notWritable = (archive: string, account: ServerAccount | undefined): string =>
  account
    ? `WAL_ARCHIVE must be a folder that PostgreSQL's account (uid ${account.uid}) may write, and ${archive} is not one: ` +
      `mkdir -p "${archive}" && chown ${account.uid}:${account.gid} "${archive}"`
    : `WAL_ARCHIVE must be a folder that this account may write, and ${archive} is not one, for example WAL_ARCHIVE=/mnt/archive/staffroom.`;
