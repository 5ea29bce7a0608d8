import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupBucketOf } from 'staffroom-server/src/platform/bucket-settings.ts';
import { makeBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import {
  packIntoBucket,
  withUnsentFolder,
} from 'staffroom-server/src/platform/backup/backup-bucket.ts';
import { packBackup } from 'staffroom-server/src/platform/backup/backup-archive.ts';
import { deleteOld } from 'staffroom-server/src/platform/backup/delete-old.ts';
import { recordBackup } from 'staffroom-server/src/platform/backup/record-backup.ts';
import { withSecretFiles } from 'staffroom-server/src/platform/secret-files.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run backup -- --to /var/backups/staffroom`, also while Staffroom runs; `--logical` for another server; `--archive` as one
 * compressed file, encrypted with `--key FILE`; `--keep 14` deletes older ones. `--to s3://bucket/prefix` copies an archive into a bucket.
 */
await runCommand(async ({ log, stop }) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: 'backups' },
      logical: { type: 'boolean', default: false },
      archive: { type: 'boolean', default: false },
      key: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const { to, key: keyFile, keep } = values;
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new Error('The number of backups to keep must be a whole number: --keep 14');
  const settings = readSettings(process.env);
  const bucket = backupBucketOf(withSecretFiles(process.env), to, '--to');
  const make = async (into: string) => {
    const { folder, manifest } = await makeBackup(settings, { ...values, to: into, log, stop });
    if (bucket) return { manifest, ...(await packIntoBucket(bucket, folder, { keyFile, stop })) };
    if (values.archive || keyFile !== undefined)
      return { manifest, ...(await packBackup(folder, { keyFile, stop })) };
    const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0);
    return { manifest, file: folder, bytes };
  };
  const backup = bucket ? await withUnsentFolder(settings.dataDir, make) : await make(to);
  await recordBackup(settings, backup, log);
  log(`The backup is ${backup.file} (${(backup.bytes / 1e6).toFixed(1)} MB).`);
  if (keep === undefined) return;
  // With BACKUP_AT only the nightly backups decide how far back the log reaches.
  const nightly = settings.backup?.to;
  const decides = nightly === undefined || nightly === (bucket ? to : resolve(to));
  const place = { to, bucket, keep: Number(keep) };
  const { names, logFiles } = await deleteOld(place, decides ? settings.walArchive : undefined);
  for (const name of names) log(`Deleted ${name}.`);
  if (logFiles > 0) log(`Deleted ${logFiles} older files of WAL_ARCHIVE.`);
});
