import { parseArgs } from 'node:util';
import { makeBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import {
  deleteOldBackups,
  packBackup,
} from 'staffroom-server/src/platform/backup/backup-archive.ts';
import { recordBackup } from 'staffroom-server/src/platform/backup/record-backup.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run backup -- --to /var/backups/staffroom`, also while Staffroom runs; `--logical` for another server; `--archive` as one
 * compressed file, encrypted with `--key FILE`; `--keep 14` deletes older ones.
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
  const { folder, manifest } = await makeBackup(settings, { ...values, log, stop });
  const backup =
    values.archive || keyFile !== undefined
      ? await packBackup(folder, { keyFile, stop })
      : { file: folder, bytes: manifest.files.reduce((sum, file) => sum + file.size, 0) };
  await recordBackup(settings, { manifest, bytes: backup.bytes }, log);
  log(`The backup is ${backup.file} (${(backup.bytes / 1e6).toFixed(1)} MB).`);
  const deleted = keep === undefined ? [] : await deleteOldBackups(to, Number(keep));
  for (const name of deleted) log(`Deleted ${name}.`);
});
