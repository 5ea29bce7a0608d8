import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';

/** Advisory lock spaces that nothing else in this database uses. */
const runSpace = 7_236_002;
const keySpace = 7_236_003;

/**
 * Blocks the run of an import until the transaction ends: waits for rows in progress and lets no other begin. Starting,
 * stopping and ending a run take it first.
 */
export const lockRun = (tx: Db, importId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, ${runSpace}))`);

/**
 * Shared lock for each row of a run. It waits while the run is locked, and while another import orders a row with the
 * same key.
 */
export const joinRun = (tx: Db, importId: string, key: string | null) =>
  tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${importId}, ${runSpace}))
    ${key === null ? sql`` : sql`, pg_advisory_xact_lock(hashtextextended(${key}, ${keySpace}))`}`);
