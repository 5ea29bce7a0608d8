import { Stack } from '@mantine/core';
import {
  Fragment,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { z } from 'zod';
import { useSessionUser } from '../../lib/session.ts';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import styles from './home.module.css';

/** A place of a panel on Home. */
export type HomeEntry = {
  key: string;
  /** Null without access or content, undefined while loading. */
  panel: ReactNode;
  /** The panel shows that its part could not be loaded. */
  isFailed: boolean;
  /** The server is away, so that the panels below do not wait for this one. */
  isRetrying: boolean;
  /** Null if the panel is rare, unless the height that it had at the last visit is given. */
  placeholder: (height: number | undefined) => ReactNode;
};

type Props = Record<'work' | 'facts', readonly HomeEntry[]>;

/**
 * Work beside facts; in one column today's lessons follow the first panel of work (picture 10d). A panel is shown once
 * all above it are, so that nothing moves that can be read already.
 */
export const HomeColumns = ({ work, facts }: Props) => {
  const isWide = useWide();
  const isNarrow = useNarrow();
  const layout = isWide ? 'wide' : isNarrow ? 'narrow' : 'column';
  const { read, write } = seenHeights(`${useSessionUser()._id} ${layout}`);
  const [seen] = useState(read);
  const latest = useRef(seen);
  const note = (heights: Heights) => {
    if (Object.entries(heights).every(([key, height]) => latest.current[key] === height)) return;
    latest.current = { ...latest.current, ...heights };
    write(latest.current);
  };
  const column = { seen, note };
  const hasContent = (entries: readonly HomeEntry[]) =>
    entries.some((entry) => isDrawn(entry, seen));
  const [began] = useState(() => [work, facts].map(hasContent));
  if (!isWide) return <Column key="both" {...oneColumn(work, facts, seen)} {...column} />;
  const columns = [work, facts].map(
    // One that turns out to be empty keeps its place until the next visit.
    (entries, index) => (began[index] || hasContent(entries)) && entries,
  );
  // A single column has the full width, so it waits until the other is known to be empty.
  const isHeld = columns.some((entries) => !entries) && [...work, ...facts].some(isLoading);
  const arrangement = columns.every(Boolean) ? 'both' : 'alone';
  return (
    <div className={styles.columns}>
      {columns.map(
        (entries, index) =>
          entries && (
            <Column
              key={index}
              entries={entries}
              isHeld={isHeld}
              arrangement={arrangement}
              {...column}
            />
          ),
      )}
    </div>
  );
};

const isLoading = ({ panel, isRetrying }: HomeEntry) => panel === undefined && !isRetrying;

/** The entry has a panel, or a placeholder while it is loading. */
const isDrawn = ({ key, panel, placeholder }: HomeEntry, seen: Heights) =>
  Boolean(panel === undefined ? placeholder(seen[key]) : panel);

/** The first panel of work, the first of facts, then the others. */
const oneColumn = (
  work: readonly HomeEntry[],
  facts: readonly HomeEntry[],
  seen: Heights,
): Pick<ColumnProps, 'entries' | 'arrangement'> => {
  const firstOf = (entries: readonly HomeEntry[]) =>
    entries.findIndex((entry) => isDrawn(entry, seen)) + 1;
  const [ofWork, ofFacts] = [firstOf(work), firstOf(facts)];
  return {
    arrangement: `${ofWork} ${ofFacts}`,
    entries: [
      ...work.slice(0, ofWork),
      ...facts.slice(0, ofFacts),
      ...work.slice(ofWork),
      ...facts.slice(ofFacts),
    ],
  };
};

type ColumnProps = {
  entries: readonly HomeEntry[];
  /** Nothing is shown yet. */
  isHeld?: boolean;
  /** The order and width of the placeholders; a change remounts them. */
  arrangement: string;
  seen: Heights;
  note: (heights: Heights) => void;
};

const Column = ({ entries, isHeld = false, arrangement, seen, note }: ColumnProps) => {
  const list = useRef<HTMLDivElement>(null);
  const firstLoading = entries.findIndex(isLoading);
  const shown = isHeld ? 0 : firstLoading === -1 ? entries.length : firstLoading;
  const drawing = useDrawing(list, shown, shown < entries.length);
  const rows = entries.map((entry, index) => {
    const isShown = index < shown && entry.panel !== undefined;
    return { entry, isShown, content: isShown ? entry.panel : entry.placeholder(seen[entry.key]) };
  });
  useEffect(() => {
    if (rows.some(({ entry, isShown }) => !isShown || entry.isFailed)) return;
    const heights = Array.from(list.current?.children ?? [], (each) =>
      Math.round(each.getBoundingClientRect().height),
    );
    note(
      Object.fromEntries(
        rows.map(({ entry, content }) => [entry.key, content ? (heights.shift() ?? 0) : 0]),
      ),
    );
  });
  return (
    <Stack ref={list}>
      {rows.map(
        ({ entry: { key }, isShown, content }) =>
          content &&
          (isShown ? (
            <Fragment key={key}>{content}</Fragment>
          ) : (
            <div key={`${key} ${drawing} ${arrangement}`} className={styles.waiting}>
              {content}
            </div>
          )),
      )}
    </Stack>
  );
};

/**
 * Returns a number that increases when a loaded panel is higher or lower than its placeholder was. It is part of the keys
 * of the placeholders below, which then remount at their new place instead of moving.
 */
const useDrawing = (
  list: RefObject<HTMLDivElement | null>,
  shown: number,
  hasPlaceholders: boolean,
): number => {
  const lastTop = useRef<number>(undefined);
  const [drawing, setDrawing] = useState(0);
  useLayoutEffect(() => {
    const last = list.current?.lastElementChild;
    if (!hasPlaceholders || !(last instanceof HTMLElement)) return;
    if (lastTop.current !== undefined && last.offsetTop !== lastTop.current)
      setDrawing((before) => before + 1);
    lastTop.current = last.offsetTop;
  }, [list, shown, hasPlaceholders]);
  return drawing;
};

const heightsKey = 'home-heights';

const seenSchema = z.object({ of: z.string(), heights: z.record(z.string(), z.number()) });
type Heights = z.infer<typeof seenSchema>['heights'];

/**
 * Heights in pixels of the panels at the last visit, 0 for one that was not shown. They size the placeholders of the
 * next visit. `of` names the user and the layout: other users of this browser begin with usual sizes.
 */
const seenHeights = (of: string) => ({
  read: (): Heights => {
    try {
      const seen = seenSchema.safeParse(
        JSON.parse(localStorage.getItem(heightsKey) ?? 'null'),
      ).data;
      return seen?.of === of ? seen.heights : {};
    } catch {
      return {};
    }
  },
  write: (heights: Heights): void => {
    try {
      localStorage.setItem(heightsKey, JSON.stringify({ of, heights }));
    } catch {
      // Without storage the placeholders keep their usual sizes.
    }
  },
});
