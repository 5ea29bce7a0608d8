import { parseArgs } from 'node:util';
import { makeBackup } from 'staffroom-server/src/platform/backup/backup.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run backup -- --to /var/backups/staffroom`, while Staffroom runs or is stopped; with `--logical` for a move to
 * another server.
 */
await runCommand(async ({ log, stop }) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: 'backups' },
      logical: { type: 'boolean', default: false },
    },
  });
  const { folder, manifest } = await makeBackup(readSettings(process.env), {
    ...values,
    log,
    stop,
  });
  const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0);
  log(`The backup is ${folder} (${(bytes / 1e6).toFixed(1)} MB).`);
});
