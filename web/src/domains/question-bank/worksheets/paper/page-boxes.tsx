import { Box, Flex, Text } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { fitFormulas, formulaNotes, scaleFormulas } from './fit-formulas.ts';
import { pagesOf, type MeasuredPiece, type PlacedPiece } from './paper-pages.ts';
import styles from './paper.module.css';
import type { PaperPiece } from './worksheet-paper.tsx';

/** Height of a page's content in pixels, without margin and footer. */
const capacity = 988;

type Copy = {
  pieces: readonly PaperPiece[];
  /** Text in the footer of every page, beside its number. */
  foot: string;
};

export type PagedCopy = Copy & {
  pages: readonly PlacedPiece[][];
  /** Measures by piece. */
  measures: readonly MeasuredPiece[];
  /** Warnings for staff about the formulas, each with the number of its question. */
  notes: readonly string[];
};

/**
 * Measures the pieces in a hidden copy and distributes them to pages, for both preview and print. Measures again when a
 * piece changes its height: a picture loads, formulas are drawn.
 */
export const usePages = (copy: Copy): { paged: PagedCopy; measured: ReactNode } => {
  const [heights, setHeights] = useState<ReadonlyMap<string, MeasuredPiece>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) =>
        setHeights((known) => {
          const next = new Map(known);
          // Hidden elements have no height while printing.
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
      measures: measuredPieces,
      notes: notesOf(pieces, measuredPieces),
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

const notesOf = (pieces: readonly PaperPiece[], measures: readonly MeasuredPiece[]) =>
  pieces.flatMap(({ question }, piece) =>
    (measures[piece]?.notes ?? []).map((note) => `Question ${question}: ${note}`),
  );

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
    // With its own font loaded, a formula may become wider at the same height.
    const measureAgain = () => {
      observer.unobserve(element);
      observer.observe(element);
    };
    document.fonts.addEventListener('loadingdone', measureAgain);
    return () => {
      document.fonts.removeEventListener('loadingdone', measureAgain);
      observer.unobserve(element);
    };
  }, [observer]);
  return (
    <div ref={box} className={styles.piece} data-piece={id}>
      {children}
    </div>
  );
};

const keyOf = (element: Element) => element.getAttribute('data-piece') ?? '';

const measure = (element: HTMLElement): MeasuredPiece => {
  const scales = fitFormulas(element);
  const notes = formulaNotes(element, scales);
  const height = Math.ceil(element.getBoundingClientRect().height);
  const measured = { height, scales, notes };
  return height > capacity ? { ...measured, cuts: cutsOf(element) } : measured;
};

/** The offsets where a piece can be cut without cutting a line or picture. */
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

const PaperPage = ({ copy: { pieces, measures, pages, foot }, page }: PageProps) => (
  <div className={`${styles.paper} ${styles.page}`} data-page={page + 1}>
    <RunningHead pieces={pieces} first={pages[page]?.[0]} />
    {pages[page]?.map(({ piece, from, to }, place) => (
      <div
        key={`${piece}/${from}`}
        className={styles.piece}
        // Only pieces taller than a page are shown in parts.
        data-part={to - from < (measures[piece]?.height ?? 0) || undefined}
        data-piece={pieces[piece]?.key}
        data-begins={place === 0 || undefined}
        style={{ height: to - from }}
      >
        <Scaled from={from} scales={measures[piece]?.scales ?? []}>
          {pieces[piece]?.content}
        </Scaled>
      </div>
    ))}
    <Flex
      className={styles.foot}
      gap="xl"
      justify="space-between"
      pt={9}
      variant="meta"
      c="secondary"
    >
      <Text span inherit truncate>
        {foot}
      </Text>
      <Box component="span" flex="none">{`Page ${page + 1} of ${pages.length}`}</Box>
    </Flex>
  </div>
);

/** The content of a piece from this offset, with formulas scaled as where it was measured. */
const Scaled = ({
  from,
  scales,
  children,
}: {
  from: number;
  scales: readonly number[];
  children: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  // After every render, because changed texts are drawn again.
  useLayoutEffect(() => {
    if (box.current) scaleFormulas(box.current, scales);
  });
  return (
    <div ref={box} className={styles.piece} style={{ marginTop: -from }}>
      {children}
    </div>
  );
};

/** The head of a page that starts in the middle: the question that continues, or the columns of a table. */
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

/** A page scaled to the width of its column. */
export const PagePreview = (props: PageProps) => (
  <div className={styles.preview}>
    <PaperPage {...props} />
  </div>
);

/** The printed document, for the Print button and the browser's own print: all pages of the copy and nothing else. */
export const PrintedPages = ({ copy }: { copy: PagedCopy }) =>
  createPortal(
    <div className={styles.printed} data-printed>
      {copy.pages.map((_, page) => (
        <PaperPage key={page} copy={copy} page={page} />
      ))}
    </div>,
    document.body,
  );
