import { sql } from 'drizzle-orm';
import type { MessageCount } from '../../platform/product-metrics.ts';
import type { Db } from '../../platform/database.ts';

const day = 24 * 60 * 60 * 1000;

/** Counts messages to families for metrics: all pending, and the last 24 hours' sent, failed and unknown ones. */
export const countMessages = async (db: Db, now: Date): Promise<MessageCount[]> => {
  const since = new Date(now.getTime() - day).toISOString();
  const { rows } = await db.execute<MessageCount>(sql`
    select announcements.method as kind,
      case when state in ('queued', 'sending') then 'pending' else state end as state,
      count(*)::int as count
    from announcement_deliveries
    join announcements on announcements.id = announcement_id
    where state in ('queued', 'sending')
      or state in ('sent', 'failed', 'unknown') and updated > ${since}
    group by 1, 2`);
  return rows;
};
