import { useState } from 'react';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';

/** Selection among the visible rows. */
export const useSelection = (rows: readonly Ticket[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const tickets = rows.filter(({ _id }) => ids.has(_id));
  const areAll = rows.length > 0 && tickets.length === rows.length;
  return {
    tickets,
    has: (id: string) => ids.has(id),
    areAll,
    areSome: tickets.length > 0 && !areAll,
    toggle: (id: string) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(areAll ? [] : rows.map(({ _id }) => _id))),
    keep: (kept: readonly string[]) => setIds(new Set(kept)),
    clear: () => setIds(new Set()),
  };
};
export type Selection = ReturnType<typeof useSelection>;
