import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';

/** Numbers that nothing else in this database locks on. */
const runSpace = 7_236_002;
const keySpace = 7_236_003;

/**
 * Holds the run of an import still until the transaction ends: rows in hand are waited for, and no
 * other begins. Whoever starts, stops or ends a run takes it first.
 */
export const lockRun = (tx: Db, importId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, ${runSpace}))`);

/**
 * Taken by each row of a run, beside the others; it waits while the run is held still, and while another
 * import orders a row that says the same.
 */
export const joinRun = (tx: Db, importId: string, key: string | null) =>
  tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${importId}, ${runSpace}))
    ${key === null ? sql`` : sql`, pg_advisory_xact_lock(hashtextextended(${key}, ${keySpace}))`}`);
