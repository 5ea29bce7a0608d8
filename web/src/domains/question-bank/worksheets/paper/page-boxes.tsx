import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { pagesOf, type MeasuredPiece, type PlacedPiece } from './paper-pages.ts';
import styles from './paper.module.css';
import type { PaperPiece } from './worksheet-paper.tsx';

/** What of a page's height is left between its edge and its foot. */
const capacity = 988;

type Copy = {
  pieces: readonly PaperPiece[];
  /** What stands in the foot of every page, beside its number. */
  foot: string;
};

export type PagedCopy = Copy & { pages: readonly PlacedPiece[][]; heights: readonly number[] };

/**
 * Measures the pieces out of sight and puts them on pages: the preview and the printer get the same. It measures again
 * whenever a piece becomes taller: a picture comes, formulas are drawn.
 */
export const usePages = (copy: Copy): { paged: PagedCopy; measured: ReactNode } => {
  const [heights, setHeights] = useState<ReadonlyMap<string, MeasuredPiece>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) =>
        setHeights((known) => {
          const next = new Map(known);
          // What the printer does not get has no height while it prints.
          const seen = entries.filter(({ contentRect }) => contentRect.height > 0);
          for (const { target } of seen) next.set(keyOf(target), measure(target as HTMLElement));
          return next;
        }),
      ),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const { pieces } = copy;
  const isKnown = pieces.every(({ key }) => heights.has(key));
  const measuredPieces = pieces.map(({ key, staysWithNext = false }) => ({
    ...(heights.get(key) ?? { height: 0 }),
    staysWithNext,
  }));
  return {
    paged: {
      ...copy,
      heights: measuredPieces.map(({ height }) => height),
      pages: isKnown ? pagesOf(measuredPieces, capacity) : [],
    },
    measured: (
      <div className={`${styles.paper} ${styles.measured}`} aria-hidden="true" inert>
        {pieces.map(({ key, content }) => (
          <Measured key={key} id={key} observer={observer}>
            {content}
          </Measured>
        ))}
      </div>
    ),
  };
};

const Measured = ({
  id,
  observer,
  children,
}: {
  id: string;
  observer: ResizeObserver;
  children: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [observer]);
  return (
    <div ref={box} className={styles.piece} data-piece={id}>
      {children}
    </div>
  );
};

const keyOf = (element: Element) => element.getAttribute('data-piece') ?? '';

const measure = (element: HTMLElement): MeasuredPiece => {
  const height = Math.ceil(element.getBoundingClientRect().height);
  return height > capacity ? { height, cuts: cutsOf(element) } : { height };
};

/** Below which lines and pictures a piece can be cut without going through another. */
const cutsOf = (element: HTMLElement): number[] => {
  const { top } = element.getBoundingClientRect();
  const range = document.createRange();
  const boxes: { from: number; to: number }[] = [];
  const note = ({ top: from, bottom: to, height }: DOMRect) =>
    height > 0 && boxes.push({ from: from - top, to: to - top });
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) note(box);
  }
  for (const solid of element.querySelectorAll('img, iframe, svg'))
    note(solid.getBoundingClientRect());
  return [...new Set(boxes.map(({ to }) => Math.ceil(to)))]
    .filter((cut) => boxes.every(({ from, to }) => to <= cut || from >= cut - 1))
    .toSorted((one, other) => one - other);
};

type PageProps = { copy: PagedCopy; page: number };

/** A page of A4 with its number. */
export const PaperPage = ({ copy: { pieces, heights, pages, foot }, page }: PageProps) => (
  <div className={`${styles.paper} ${styles.page}`} data-page={page + 1}>
    <RunningHead pieces={pieces} first={pages[page]?.[0]} />
    {pages[page]?.map(({ piece, from, to }, place) => (
      <div
        key={`${piece}/${from}`}
        className={styles.piece}
        // Only what is taller than a page is shown in parts.
        data-part={to - from < (heights[piece] ?? 0) || undefined}
        data-piece={pieces[piece]?.key}
        data-begins={place === 0 || undefined}
        style={{ height: to - from }}
      >
        <div className={styles.piece} style={{ marginTop: -from }}>
          {pieces[piece]?.content}
        </div>
      </div>
    ))}
    <div className={styles.foot}>
      <span>{foot}</span>
      <span>{`Page ${page + 1} of ${pages.length}`}</span>
    </div>
  </div>
);

/** What a page that begins in the middle says of it: the question that goes on, the columns of a table. */
const RunningHead = ({
  pieces,
  first,
}: {
  pieces: readonly PaperPiece[];
  first: PlacedPiece | undefined;
}) => {
  const head = first && pieces[first.piece]?.runningHead?.({ isFurtherPart: first.from > 0 });
  return head ? (
    <div className={styles.runningHead} data-running-head>
      {head}
    </div>
  ) : null;
};

/** A page as small as fits beside the form. */
export const PagePreview = (props: PageProps) => (
  <div className={styles.preview}>
    <PaperPage {...props} />
  </div>
);

/** What the printer gets, by the button and by the browser's own keys: all pages of the copy and nothing else. */
export const PrintedPages = ({ copy }: { copy: PagedCopy }) =>
  createPortal(
    <div className={styles.printed} data-printed>
      {copy.pages.map((_, page) => (
        <PaperPage key={page} copy={copy} page={page} />
      ))}
    </div>,
    document.body,
  );
