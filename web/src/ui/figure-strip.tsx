import { Button, VisuallyHidden, Text, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import styles from './figure-strip.module.css';
import { SkeletonBar, type ListState } from './list-states.tsx';
import { WordButton } from './word-button.tsx';

export type StripFigure = {
  label: string;
  /** A count, or an amount in words; undefined while loading. */
  value: number | string | undefined;
  /** A word beside the figure. */
  about?: ReactNode;
  /** Opens the rows behind the figure, in place or by a link around the value. */
  onOpen?: () => void;
  link?: (value: ReactNode) => ReactNode;
  /** Left out on phones, which have space for three. */
  isRare?: boolean;
};

type Props = {
  label: string;
  figures: readonly StripFigure[];
  state: ListState;
  /** Two in a row where five have no space; the words are below the figure. */
  wraps?: boolean;
  /** Explains figures whose label is not sufficient. */
  note?: string;
};

/** Figures side by side between hairlines: totals of a list. */
export const FigureStrip = ({ label, figures, state, note, wraps = false }: Props) =>
  state.status === 'error' ? (
    <Group
      className={styles.failed}
      justify="space-between"
      wrap="wrap"
      py="md"
      px="lg"
      c="negative"
      role="alert"
    >
      <p>The figures could not be loaded. {sentenceOf(state.error)}</p>
      <Button size="xs" onClick={state.retry}>
        Load the figures again
      </Button>
    </Group>
  ) : (
    <div className={styles.box}>
      <dl
        className={styles.strip}
        aria-label={label}
        data-wraps={wraps || undefined}
        aria-busy={state.status === 'loading' || state.refetching}
      >
        {figures.map((figure) => (
          <Text
            key={figure.label}
            component="div"
            className={styles.cell}
            variant="meta"
            {...(figure.isRare && { visibleFrom: 'sm' })}
          >
            <Text component="dt" inherit truncate title={figure.label}>
              {figure.label}
            </Text>
            <dd>
              {figure.value === undefined ? (
                <SkeletonBar width={60} height={18} />
              ) : (
                <>
                  <Value figure={figure} value={figure.value} /> <span>{figure.about}</span>
                </>
              )}
            </dd>
          </Text>
        ))}
      </dl>
      {note && (
        <Text className={styles.note} variant="meta" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );

const Value = ({ figure, value }: { figure: StripFigure; value: number | string }) => {
  const words = value.toLocaleString('en-SG');
  if (figure.link) return figure.link(<strong>{words}</strong>);
  if (!figure.onOpen) return <strong>{words}</strong>;
  return (
    <WordButton aria-label={`${words}, ${figure.label}: show details`} onClick={figure.onOpen}>
      <strong>{words}</strong>
    </WordButton>
  );
};

/** "+4", with the comparison in the title and for screen readers. */
export const Difference = ({ by, than }: { by: number; than: string }) => (
  <span title={`${signed(by)} ${than}`}>
    {signed(by)}
    <VisuallyHidden> {than}</VisuallyHidden>
  </span>
);

const signed = (count: number): string => {
  const digits = Math.abs(count).toLocaleString('en-SG');
  if (count === 0) return '±0';
  return count > 0 ? `+${digits}` : `−${digits}`;
};
