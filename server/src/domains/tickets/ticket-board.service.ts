import { and, gte, or, sql, type SQL } from 'drizzle-orm';
import {
  boardColumns,
  closedColumn,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { TicketOperations } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { businessDayOf, monthOf, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { ticketLists } from './ticket-list.ts';
import { presentTicket } from './tickets.presenter.ts';
import { isOpen, listCards } from './tickets.queries.ts';
import { tickets } from './tickets.schema.ts';

/** Returns the tickets of a kind by status: each column with its count, median age in days and first cards. */
export const readBoard = async (
  context: Context,
  type: TicketType,
  { cards: max, filter }: QueryOf<TicketOperations['board']>,
) => {
  const { clock, db, settings } = context;
  const now = clock.now();
  const zone = settings.businessTimeZone;
  const today = businessDayOf(now.toISOString(), zone);
  const monthBegan = new Date(startOfBusinessDay(monthOf(today).start, zone).epochMilliseconds);
  const found = await findColumns(db, {
    where: and(
      ticketLists[type].where({ filter }, context),
      or(isOpen, gte(tickets.statusSince, monthBegan)),
    ),
    max,
    today,
    zone,
  });
  const shown = found.flatMap(({ ids }) => ids);
  const known = new Map(
    (shown.length === 0 ? [] : await listCards(db, shown)).map((row) => [
      row.ticket.id,
      presentTicket(row, now),
    ]),
  );
  return {
    data: boardColumns[type].map((column) => {
      const one = found.find((each) => each.column === column);
      return {
        column,
        count: one?.count ?? 0,
        median_days: one?.median_days ?? null,
        tickets: one?.ids.flatMap((id) => known.get(id) ?? []) ?? [],
      };
    }),
    count: found.reduce((sum, { count }) => sum + count, 0),
  };
};

type Found = { column: BoardColumn; count: number; median_days: number | null; ids: string[] };

type Asked = { where: SQL | undefined; max: number; today: string; zone: string };

/**
 * Returns the columns that have tickets, in one statement. Open columns are sorted by follow-up date, closed ones
 * latest first. The median is calculated over the distinct days, which are few, instead of over the tickets.
 */
const findColumns = async (db: Db, { where, max, today, zone }: Asked): Promise<Found[]> => {
  const { rows } = await db.execute<Found>(sql`
    with matching as materialized (
      select ${tickets.id} as id, ${tickets.nextActionDate} as next_action_date, ${tickets.statusSince} as since,
        case when ${isOpen} then ${tickets.status} else ${closedColumn} end as "column"
      from ${tickets} where ${where}),
    days as (
      select "column", greatest(0, ${today}::date - (since at time zone ${zone})::date) as days, count(*) as count
      from matching group by 1, 2),
    running as (
      select "column", days, sum(count) over (partition by "column" order by days) as up_to,
        sum(count) over (partition by "column") as count
      from days)
    select running."column", max(count)::int as count,
      min(days) filter (where up_to * 2 >= count and running."column" <> ${closedColumn}) as median_days,
      array(
        select id from matching where matching."column" = running."column"
        order by case when running."column" = ${closedColumn} then since end desc, next_action_date, id
        limit ${max}) as ids
    from running group by running."column"`);
  return rows;
};
