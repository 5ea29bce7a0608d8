import { useEffect, useRef, useState } from 'react';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketSearch } from './ticket-lists.ts';
import { firstUnworked, neighboursIn, openInQueue, type TicketQueue } from './ticket-queue.ts';

export type TicketSteps = {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
};

type Pages = {
  page: number;
  /** Number of pages, at least 1. */
  count: number;
  /** Returns the ids of a page's tickets. */
  read: (page: number) => Promise<string[]>;
};

/** The queue of the shown list across its pages; another tab, filter or sort order starts a new queue. */
export const useTicketQueue = (
  search: TicketSearch,
  rows: readonly Ticket[],
  { pages, show }: { pages: Pages; show: (ticket: string, page: number) => void },
) => {
  const { ticket: openId, students: _students, page: _page, ...list } = search;
  const key = JSON.stringify(list);
  const shown = rows.map(({ _id }) => _id);
  const [kept, setKept] = useState<{ key: string; queue: TicketQueue } | null>(null);
  const before = kept?.key === key ? kept.queue : null;
  const isNew = openId !== undefined && shown.length > 0 && before?.open !== openId;
  const queue = isNew ? openInQueue(before, shown, openId) : before;
  if (isNew && queue) setKept({ key, queue });
  const neighbours = queue ? neighboursIn(queue, shown) : { previous: undefined, next: undefined };
  const { next, previous } = neighbours;
  /** Opens the first ticket of a later page that was not worked yet. */
  const turnPage = async () => {
    for (let page = pages.page + 1; queue && page <= pages.count; page += 1) {
      const first = firstUnworked(queue, await pages.read(page));
      if (first !== undefined) {
        show(first, page);
        return;
      }
    }
  };
  const stepTo = (id: string | undefined) =>
    id === undefined ? undefined : () => show(id, pages.page);
  const isInQueue = openId !== undefined && openId === queue?.open;

  const focus = useKeptFocus();
  const wasOpen = useRef(openId);
  useEffect(() => {
    if (openId !== wasOpen.current && wasOpen.current !== undefined && hasNoFocus()) {
      if (openId === undefined) focus([wasOpen.current, next, previous]);
      else focusWayOn();
    }
    wasOpen.current = openId;
  });
  return {
    steps: {
      previous: isInQueue ? stepTo(previous) : undefined,
      next: isInQueue
        ? (stepTo(next) ?? (pages.page < pages.count ? turnPage : undefined))
        : undefined,
    } satisfies TicketSteps,
    /** Called after a save: focuses the next ticket, or the open one if it is the last. */
    goOn: () => focus([next, openId]),
  };
};

/** Focuses the "Next ticket" button, or the panel if there is no next ticket. */
export const focusWayOn = () => {
  const button = document.querySelector<HTMLElement>('[data-next-ticket]:enabled');
  (button ?? document.querySelector<HTMLElement>('[data-ticket-panel]'))?.focus();
};

const hasNoFocus = () => document.activeElement === document.body;

/** A ticket's row in the list or card on the board. */
const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-card="${id}"], main [data-row="${id}"]`);

/**
 * Focuses the first visible one of these tickets, else the panel. Restores the focus while the list refetches, until
 * the user moves on.
 */
const useKeptFocus = () => {
  const wanted = useRef<readonly string[]>([]);
  const settle = () => {
    const row = wanted.current.map(rowOf).find((found) => found !== null);
    const place = row ?? document.querySelector<HTMLElement>('[data-ticket-panel]');
    place?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (wanted.current.length > 0 && hasNoFocus()) settle();
  });
  useEffect(() => {
    const moveOn = () => {
      wanted.current = [];
    };
    const events = ['keydown', 'pointerdown'] as const;
    for (const event of events) document.addEventListener(event, moveOn, { capture: true });
    return () => {
      for (const event of events) document.removeEventListener(event, moveOn, { capture: true });
    };
  }, []);
  return (ids: readonly (string | undefined)[]) => {
    wanted.current = ids.filter((id) => id !== undefined);
    settle();
  };
};
