import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import styles from './list-states.module.css';

export type ListState = {
  /** 'loading' only at first: while something else loads, the rows stay and `refetching` is set. */
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

/** The state of a list from its query. */
export const listStateOf = (query: QueryLike): ListState => ({
  status: query.isPending ? 'loading' : query.isError ? 'error' : 'ready',
  refetching: query.isFetching && !query.isPending && !query.isError,
  error: query.error,
  retry: () => void query.refetch(),
});

type Props = {
  state: ListState;
  /** What the list holds, for sentences: "orders". */
  noun: string;
  isEmpty: boolean;
  empty: ReactNode;
  /** Rows or cards of the real shape without content. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** Loading, error in place, empty, or the rows at 60% while they are read again (picture 08). */
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

/** The 2 px line that runs under the filters while rows are read again. */
export const RefetchLine = ({ active }: { active: boolean }) => (
  <div className={styles.line} data-active={active || undefined} aria-hidden="true" />
);

/** An error where the rows would be; nothing typed is lost. */
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

/** The exact empty text, what was looked for, and the next step. */
export const ListEmpty = ({
  text,
  beside,
  detail,
  actions,
}: {
  text: string;
  /** Goes on in the text's line. */
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

/** An address that asks for a page behind the last one. */
export const PastLastPage = ({
  text,
  count,
  onFirst,
}: {
  /** The list's empty text. */
  text: string;
  /** All that match, in words: "21 orders". */
  count: string;
  onFirst: () => void;
}) => (
  <ListEmpty
    text={text}
    detail={`This page is behind the last of ${count}.`}
    actions={<Button onClick={onFirst}>Go to the first page</Button>}
  />
);

/** A grey bar where content will be; `width` in percent of its place. */
export const SkeletonBar = ({ width = 60, height = 10 }: { width?: number; height?: number }) => (
  <span className={styles.bar} style={{ width: `${width}%`, height }} />
);
