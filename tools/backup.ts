import { parseArgs } from 'node:util';
import { backupBucketOf } from 'staffroom-server/src/platform/bucket-settings.ts';
import { makeBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import {
  deleteOldArchives,
  packIntoBucket,
  withUnsentFolder,
} from 'staffroom-server/src/platform/backup/backup-bucket.ts';
import {
  deleteOldBackups,
  packBackup,
} from 'staffroom-server/src/platform/backup/backup-archive.ts';
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
  const deleteOld = (most: number) =>
    bucket ? deleteOldArchives(bucket, most) : deleteOldBackups(to, most);
  const deleted = keep === undefined ? [] : await deleteOld(Number(keep));
  for (const name of deleted) log(`Deleted ${name}.`);
});
