import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import styles from './list-states.module.css';

export type ListState = {
  /** 'loading' only for the first load; later the rows stay and `refetching` is set. */
  status: 'loading' | 'ready' | 'error';
  refetching: boolean;
  error: unknown;
  retry: () => void;
};

type QueryLike = {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  data: unknown;
  error: unknown;
  refetch: () => unknown;
};

export const listStateOf = (query: QueryLike): ListState => ({
  status: query.isPending ? 'loading' : query.isError ? 'error' : 'ready',
  refetching: query.isFetching && !query.isPending && !query.isError,
  error: query.error,
  retry: () => void query.refetch(),
});

type Props = {
  state: ListState;
  /** The rows in sentences: "orders". */
  noun: string;
  isEmpty: boolean;
  empty: ReactNode;
  /** Placeholder rows or cards in the real shape. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** Loading, error in place, empty, or the rows at 60% opacity while refetching (picture 08). */
export const ListStates = ({ state, noun, isEmpty, empty, skeleton, children }: Props) => {
  if (state.status === 'loading')
    return (
      <div aria-busy="true">
        <VisuallyHidden role="status">{`Loading ${noun}`}</VisuallyHidden>
        <div aria-hidden="true">{skeleton}</div>
      </div>
    );
  if (state.status === 'error')
    return (
      <>
        <ListError
          what={`The ${noun} could not be loaded`}
          error={state.error}
          retry={state.retry}
        />
        <div className={styles.faded} aria-hidden="true">
          {skeleton}
        </div>
      </>
    );
  return (
    <div className={styles.rows} data-refetching={state.refetching || undefined}>
      {isEmpty ? empty : children}
    </div>
  );
};

/** The 2 px line under the filters while refetching. */
export const RefetchLine = ({ active }: { active: boolean }) => (
  <div className={styles.line} data-active={active || undefined} aria-hidden="true" />
);

/** An error in place of the rows. */
export const ListError = ({
  what,
  error,
  retry,
}: {
  what: string;
  error: unknown;
  retry: () => void;
}) => (
  <div className={styles.error} role="alert">
    <IconAlertTriangle className={styles.errorIcon} size={17} stroke={1.7} aria-hidden="true" />
    <div className={styles.errorText}>
      <strong>Opps, something wrong...</strong>
      <p>
        {what}. {sentenceOf(error)}
      </p>
    </div>
    <Button leftSection={<IconRefresh size={16} stroke={1.7} />} onClick={retry}>
      Try again
    </Button>
  </div>
);

/** The exact empty text, details, and the next action. */
export const ListEmpty = ({
  text,
  beside,
  detail,
  actions,
}: {
  text: string;
  /** Continues the text's line. */
  beside?: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}) => (
  <div className={styles.empty}>
    <span className={styles.emptyIcon} aria-hidden="true">
      <IconInbox size={20} stroke={1.5} />
    </span>
    <p className={styles.emptyText}>
      {text}
      {beside}
    </p>
    {detail && <p className={styles.emptyDetail}>{detail}</p>}
    {actions && <div className={styles.emptyActions}>{actions}</div>}
  </div>
);

/** Shown for an address with a page past the end. */
export const PastLastPage = ({
  text,
  count,
  onFirst,
}: {
  /** The list's empty text. */
  text: string;
  /** Count of all matches in words: "21 orders". */
  count: string;
  onFirst: () => void;
}) => (
  <ListEmpty
    text={text}
    detail={`This page is past the end of ${count}.`}
    actions={<Button onClick={onFirst}>Go to the first page</Button>}
  />
);

/** A grey placeholder bar; `width` in percent. */
export const SkeletonBar = ({ width = 60, height = 10 }: { width?: number; height?: number }) => (
  <span className={styles.bar} style={{ width: `${width}%`, height }} />
);
