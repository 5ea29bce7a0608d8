import { Button, VisuallyHidden, Box, Group, Stack, Text } from '@mantine/core';
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
        <div data-faded aria-hidden="true">
          {skeleton}
        </div>
      </>
    );
  return <div data-refetching={state.refetching || undefined}>{isEmpty ? empty : children}</div>;
};

/** The 2 px line under the filters while refetching. */
export const RefetchLine = ({ active }: { active: boolean }) => (
  <Box className={styles.line} h={2} mb={-2} data-active={active || undefined} aria-hidden="true" />
);

/** The title of an error, and the server's sentence for one that it cannot explain. */
const failed = 'Opps, something wrong...';

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
  <Group
    className={styles.error}
    gap="md"
    align="flex-start"
    wrap="wrap"
    py="sm"
    pl="md"
    pr="sm"
    role="alert"
  >
    <IconAlertTriangle size={17} stroke={1.7} aria-hidden="true" />
    <Box flex="1 1 60%" py={3}>
      <Text component="strong" variant="strong" c="bright">
        {failed}
      </Text>
      <Text c="secondary">
        {what}. {sentenceOf(error).replace(failed, '').trim()}
      </Text>
    </Box>
    <Button ml="auto" leftSection={<IconRefresh size={16} stroke={1.7} />} onClick={retry}>
      Try again
    </Button>
  </Group>
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
  <Stack className={styles.empty} gap={0} align="center" ta="center">
    <Text
      className={styles.emptyIcon}
      span
      inherit
      w={44}
      h={44}
      mb="md"
      c="dimmed"
      aria-hidden="true"
    >
      <IconInbox size={20} stroke={1.5} />
    </Text>
    <Text variant="title">
      {text}
      {beside}
    </Text>
    {detail && (
      <Text inherit c="secondary">
        {detail}
      </Text>
    )}
    {actions && (
      <Group align="stretch" justify="center" wrap="wrap" mt="md">
        {actions}
      </Group>
    )}
  </Stack>
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

type BarProps = {
  /** In percent, or a length as "64px". */
  width?: number | `${number}px`;
  /** In pixels. */
  height?: number;
};

/** A placeholder for text, or for a chip if it is higher than a line. */
export const SkeletonBar = ({ width = 60, height = 10 }: BarProps) => (
  <span
    className={styles.bar}
    style={{
      width: typeof width === 'number' ? `${width}%` : width,
      height,
      borderRadius: height > 20 ? 11 : undefined,
    }}
  />
);
