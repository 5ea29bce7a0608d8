import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';
import { readMigrations } from './migrate.ts';
import { askInTime, watchDisk } from './readiness.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/**
 * `/api/health`: name and version. `/api/healthz`: the process runs. `/api/readyz`: the database answers, accepts
 * writes, has disk space and our migrations, or newer ones (an upgrade); else 503 with Retry-After, within 3 s.
 */
export const registerHealth = async (
  app: FastifyInstance,
  database: Database,
  { productName }: Settings,
) => {
  // Read once: the files of a newer version may replace these while the process runs.
  const expected = (await readMigrations()).map(({ name }) => name);
  app.get('/api/health', { schema: { hide: true } }, () => ({ name: productName, version }));
  app.get('/api/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  const disk = watchDisk(app, database);
  const readState = askInTime(async () => {
    const { rows } = await database.pool.query<{ name: string | null; standby: boolean }>(
      'select name, standby from (select pg_is_in_recovery() as standby) s left join applied_migrations on true',
    );
    const applied = new Set(rows.map(({ name }) => name));
    if (rows[0]?.standby) return { state: 'standby', applied };
    return { state: (await disk.isFull()) ? 'disk full' : 'ok', applied };
  });
  app.get('/api/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const found = await readState().catch(() => away);
    const missing = expected.filter((name) => !found.applied.has(name));
    const ready = found.state === 'ok' && missing.length === 0;
    if (!ready) reply.header('retry-after', '5');
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: found.state,
      migrations: {
        applied: expected.length - missing.length,
        expected: expected.length,
        missing,
      },
    });
  });
};

const away = { state: 'away', applied: new Set<string | null>() };
