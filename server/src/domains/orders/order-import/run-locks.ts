import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';

/** Advisory lock spaces that nothing else in this database uses. */
const runSpace = 7_236_002;
const keySpace = 7_236_003;

/** Waits for an import's rows in progress and blocks others; starting, stopping and ending a run take it first. */
export const lockRun = (tx: Db, importId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, ${runSpace}))`);

/** Shared lock for a row of a run; waits for a locked run, and for another import's row with the same key. */
export const joinRun = (tx: Db, importId: string, key: string | null) =>
  tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${importId}, ${runSpace}))
    ${key === null ? sql`` : sql`, pg_advisory_xact_lock(hashtextextended(${key}, ${keySpace}))`}`);
