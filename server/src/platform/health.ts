import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';
import { readMigrations } from './migrate.ts';

/** `/api/healthz`: the process answers. `/api/readyz`: the database answers and has our schema. */
export const registerHealth = (app: FastifyInstance, database: Database) => {
  app.get('/api/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/api/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const expected = (await readMigrations()).length;
    const applied = await database.pool
      .query<{ count: number }>('select count(*)::int as count from applied_migrations')
      .then((result) => result.rows[0]?.count ?? 0)
      .catch(() => undefined);
    const ready = applied !== undefined && applied >= expected;
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: applied === undefined ? 'away' : 'ok',
      migrations: { applied: applied ?? 0, expected },
    });
  });
};
