import { recordAudit } from '../audit.ts';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database.ts';
import { newId } from '../ids.ts';
import type { Settings } from '../settings.ts';
import { useServer } from './base-backup.ts';
import type { Manifest } from './backup-folder.ts';

type MadeBackup = { manifest: Manifest; bytes: number; now?: Date };

/**
 * Records a backup of so many bytes in the audit trail, from which System health knows the last one. A backup that cannot be
 * recorded is still good, so a failure is only logged. Returns whether it was recorded.
 */
export const recordBackup = async (
  {
    dataDir,
    databaseUrl,
    walArchive,
  }: Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 'walArchive'>>,
  { manifest: { kind, made }, bytes, now = systemClock.now() }: MadeBackup,
  log: (line: string) => void,
): Promise<boolean> => {
  try {
    const server =
      databaseUrl === undefined
        ? await useServer({ dataDir, walArchive }, log)
        : { url: databaseUrl, leave: () => Promise.resolve() };
    const database = openDatabase(server.url, { poolSize: 1 });
    try {
      await recordAudit(
        database.db,
        {
          clock: { now: () => now },
          address: 'console',
          requestId: '',
          actor: { id: null, name: 'Staffroom' },
        },
        {
          action: 'backup.made',
          entity: 'backup',
          entityId: newId(now),
          after: { kind, made, bytes },
          isUncounted: true,
        },
      );
    } finally {
      await database.close();
      await server.leave();
    }
    return true;
  } catch (error) {
    log(
      `The backup is complete but could not be recorded for System health: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
};
