import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupBucketOf } from 'staffroom-server/src/platform/bucket-settings.ts';
import { restoreBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import { downloadArchive } from 'staffroom-server/src/platform/backup/backup-bucket.ts';
import { isArchive, unpackBackup } from 'staffroom-server/src/platform/backup/backup-archive.ts';
import { checkBackup } from 'staffroom-server/src/platform/backup/check-backup.ts';
import { parseUntil } from 'staffroom-server/src/platform/backup/point-in-time.ts';
import { withSecretFiles } from 'staffroom-server/src/platform/secret-files.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { runCommand } from './run-command.ts';

type Restore = (folder: string) => Promise<void>;

/**
 * `npm run restore -- --from backups/staffroom-2026-11-20T02-00-00.000Z`, or from an archive, with its `--key FILE` when it is
 * encrypted, also in a bucket (`s3://bucket/prefix/staffroom-….tar.gz`); `--replace` over existing data; `--until "2026-11-27 14:30"` with the log of WAL_ARCHIVE up to this time; `--check` restores it elsewhere, reads all of it and removes it again.
 */
await runCommand(async ({ log, stop }) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      replace: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      until: { type: 'string' },
      scratch: { type: 'string', default: tmpdir() },
    },
  });
  const { from, key: keyFile, scratch } = values;
  if (from === undefined)
    throw new Error('Name the backup: npm run restore -- --from backups/staffroom-…');
  if (values.check && values.until !== undefined)
    throw new Error('--check reads the backup itself: leave --until out.');
  const until =
    values.until === undefined
      ? undefined
      : parseUntil(values.until, readSettings(process.env).businessTimeZone);
  const slash = from.lastIndexOf('/');
  const bucket = backupBucketOf(withSecretFiles(process.env), from.slice(0, slash), '--from');
  if (!bucket && !existsSync(from)) throw new Error(`There is no backup at ${from}.`);

  const unpacked = async (act: Restore) => {
    if (!bucket && !isArchive(from)) return act(from);
    const into = await mkdtemp(join(scratch, 'staffroom-archive-'));
    try {
      const file = bucket
        ? await downloadArchive(bucket, from.slice(slash + 1), into, { stop })
        : from;
      await act(await unpackBackup(file, into, { keyFile, stop }));
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  };

  const check: Restore = async (folder) => {
    const { manifest, tables, rows } = await checkBackup(folder, { scratch, stop });
    log(
      `The backup of ${manifest.made} can be restored: ${rows} rows of ${tables} tables were read.`,
    );
  };

  const restore: Restore = async (folder) => {
    const settings = readSettings(process.env);
    const { replace } = values;
    const { manifest, replaced } = await restoreBackup(settings, {
      from: folder,
      until,
      replace,
      log,
      stop,
    });
    const place = settings.databaseUrl === undefined ? settings.dataDir : 'the database';
    const what = until ? `, with its changes until ${values.until},` : '';
    log(`The backup of ${manifest.made}${what} is in ${place}. Start Staffroom to use it.`);
    if (replaced) log(`The previous data is kept in ${replaced}; remove it when it is not needed.`);
  };

  await unpacked(values.check ? check : restore);
});
