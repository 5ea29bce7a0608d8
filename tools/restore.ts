import { parseArgs } from 'node:util';
import { restoreBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { runCommand } from './run-command.ts';

/** `npm run restore -- --from backups/staffroom-2026-11-20T02-00-00.000Z`, with `--replace` over existing data. */
await runCommand(async ({ log, stop }) => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  if (values.from === undefined)
    throw new Error('Name the folder of the backup: npm run restore -- --from backups/staffroom-…');
  const settings = readSettings(process.env);
  const { manifest, replaced } = await restoreBackup(settings, {
    from: values.from,
    replace: values.replace,
    log,
    stop,
  });
  const place = settings.databaseUrl === undefined ? settings.dataDir : 'the database';
  log(`The backup of ${manifest.made} is in ${place}. Start Staffroom to use it.`);
  if (replaced) log(`The previous data is kept in ${replaced}; remove it when it is not needed.`);
});
