import type pg from 'pg';
import type { Logger } from 'pino';

/** Most characters of a logged statement. */
const longestText = 2000;

/** Watches the statements of one new connection. */
export type WatchConnection = (client: pg.PoolClient) => void;

/**
 * Logs a connection's slow statements at warn, with placeholders and never parameters; `slowerThan` in ms, 0: off. It
 * wraps the connection, which pool, query builder and transactions all use.
 */
export const watchSlowQueries = (
  logger: Pick<Logger, 'warn'>,
  slowerThan: number,
): WatchConnection | undefined => {
  if (slowerThan === 0) return undefined;
  return (client) => {
    const query = client.query.bind(client) as AnyQuery;
    client.query = ((...args: unknown[]) => {
      const begun = performance.now();
      const ended = () => {
        const ms = Math.round(performance.now() - begun);
        if (ms >= slowerThan) logger.warn({ sql: textOf(args[0]), ms }, 'slow query');
      };
      const last = args.at(-1);
      if (typeof last === 'function')
        return query(...args.slice(0, -1), (...answer: unknown[]) => {
          ended();
          (last as (...answer: unknown[]) => void)(...answer);
        });
      const answer = query(...args);
      if (answer instanceof Promise) answer.then(ended, ended);
      return answer;
    }) as pg.PoolClient['query'];
  };
};

type AnyQuery = (...args: unknown[]) => unknown;

const textOf = (statement: unknown): string => {
  const text =
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? statement.text
      : statement;
  return (typeof text === 'string' ? text : '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestText);
};
