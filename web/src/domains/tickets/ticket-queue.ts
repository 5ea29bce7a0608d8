/**
 * A queue of tickets to work through. A save moves a ticket in its list or out of it; the queue keeps the order in
 * which the tickets were found, so that each comes up once.
 */
export type TicketQueue = {
  /** Ids of all tickets that the list has shown while the queue was worked. */
  order: readonly string[];
  /** Ids of the tickets that were opened. */
  worked: ReadonlySet<string>;
  open: string;
};

/** Opens a ticket in the queue; `rows` are the tickets that the list shows then. */
export const openInQueue = (
  queue: TicketQueue | null,
  rows: readonly string[],
  open: string,
): TicketQueue => {
  const order = queue === null ? rows : withArrivals(queue, rows);
  return {
    order: order.includes(open) ? order : rows,
    worked: new Set([...(queue?.worked ?? []), open]),
    open,
  };
};

/**
 * Inserts new tickets into the order: after the open one, as the queue never goes back, and after the tickets that
 * precede them in the list, ignoring worked ones, which a save may have moved.
 */
const withArrivals = ({ order, worked, open }: TicketQueue, rows: readonly string[]): string[] => {
  const all = [...order];
  for (const [index, id] of rows.entries()) {
    if (all.includes(id)) continue;
    const before = rows.slice(0, index).filter((each) => !worked.has(each));
    all.splice(Math.max(...[open, ...before].map((each) => all.indexOf(each))) + 1, 0, id);
  }
  return all;
};

/** The visible tickets before and after the open one. */
export const neighboursIn = (
  queue: TicketQueue,
  rows: readonly string[],
): { previous: string | undefined; next: string | undefined } => {
  const order = withArrivals(queue, rows);
  const at = order.indexOf(queue.open);
  const isShown = (id: string) => rows.includes(id);
  return {
    previous: order.slice(0, Math.max(at, 0)).findLast(isShown),
    next: order.slice(at + 1).find(isShown),
  };
};

/** The first ticket of a later page that was not worked yet; a save may have moved a worked one there. */
export const firstUnworked = (
  { worked }: TicketQueue,
  rows: readonly string[],
): string | undefined => rows.find((id) => !worked.has(id));
