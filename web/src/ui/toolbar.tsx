import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FiltersIcon } from './filter-button.tsx';
import { ChangedCount, FilterDrawer } from './filter-drawer.tsx';
import styles from './filter.module.css';
import { useNarrow } from './use-narrow.ts';

export type ToolbarFilter = {
  key: string;
  node: ReactNode;
  /** Differs from its default. */
  changed?: boolean;
  /** In "More" even where there is space. */
  rare?: boolean;
  /** Beside the drawer's button on phones, usually the dates; one filter at most. */
  pinned?: boolean;
};

type Props = {
  /** The first control, which takes the free width. */
  search?: ReactNode;
  filters?: readonly ToolbarFilter[];
  /** Replaces the filters: "Showing results for …". */
  instead?: ReactNode;
  /** Number of filters that differ from their default, including the search. */
  changed?: number;
  onReset?: () => void;
  /** The button that applies the filters, where choices do not apply at once. */
  action?: ReactNode;
  /** The count in words, "214 orders"; shown on phones, where the foot has no space for it. */
  summary?: string | undefined;
  /** At the far right: the view switch. On phones it is at the drawer's end. */
  end?: ReactNode;
};

/** The line above a list: search, filters, Reset. What has no space on the line is in "More". */
export const Toolbar = (props: Props) => {
  const narrow = useNarrow();
  return narrow ? <NarrowToolbar {...props} /> : <WideToolbar {...props} />;
};

const lineProps = ({ instead }: Props) => ({
  className: styles.bar,
  'data-screen-only': true,
  ...(!instead && { role: 'group', 'aria-label': 'Filters' }),
});

const WideToolbar = (props: Props) => {
  const { search, filters = [], instead, changed = 0, onReset, action, end } = props;
  // While "More" is open its filters stay in it, although a chosen one may have space on the line then.
  const [listed, setListed] = useState<readonly ToolbarFilter[] | null>(null);
  const [over, line] = useOverflow(filters, listed !== null);
  const inMore = ({ key, rare = false }: ToolbarFilter) =>
    listed ? listed.some((each) => each.key === key) : rare || over.includes(key);
  const more = filters.filter(inMore);
  return (
    <Group ref={line} wrap="nowrap" h={55} px="lg" {...lineProps(props)}>
      {search}
      {instead}
      {!instead &&
        filters
          .filter(({ rare }) => !rare)
          .map((filter) => (
            <span
              key={filter.key}
              className={styles.item}
              data-filter={filter.key}
              data-over={inMore(filter) || undefined}
            >
              {filter.node}
            </span>
          ))}
      {!instead && filters.length > 0 && (
        <span
          className={styles.item}
          data-more
          data-rare={filters.some(({ rare }) => rare) || undefined}
          data-over={more.length === 0 || undefined}
        >
          <MoreFilters
            filters={more}
            opened={listed !== null}
            onOpened={(opened) => setListed(opened ? more : null)}
          />
        </span>
      )}
      <Group data-end ml="auto">
        {action}
        {changed > 0 && (
          <Button variant="subtle" onClick={onReset}>
            Reset
          </Button>
        )}
        {end}
      </Group>
    </Group>
  );
};

const leastSearch = 200;
const gap = 8;
const widthOf = (element: HTMLElement | null | undefined) =>
  element && element.offsetWidth > 0 ? element.offsetWidth + gap : 0;

/** The keys of the filters that do not fit on the line, from the right. Hidden ones keep their width. */
const useOverflow = (filters: readonly ToolbarFilter[], isFrozen: boolean) => {
  const [over, setOver] = useState<readonly string[]>([]);
  const line = useRef<HTMLElement>(null);
  const latest = useRef<() => void>(null);
  // A new function in each render, so that it measures each.
  const attach = (element: HTMLElement | null) => {
    line.current = element;
    latest.current = () => {
      if (!element || isFrozen) return;
      const next = overflowOf(element);
      if (next.join() !== over.join()) setOver(next);
    };
    latest.current();
  };
  const keys = filters.map(({ key }) => key).join();
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current?.());
    for (const each of line.current?.children ?? []) observer.observe(each);
    if (line.current) observer.observe(line.current);
    return () => observer.disconnect();
  }, [keys]);
  return [over, attach] as const;
};

const overflowOf = (line: HTMLElement): string[] => {
  const part = (name: string) => line.querySelector<HTMLElement>(`:scope > [${name}]`);
  const items = [...line.querySelectorAll<HTMLElement>(':scope > [data-filter]')];
  const more = part('data-more');
  const { paddingLeft, paddingRight } = getComputedStyle(line);
  let room =
    line.clientWidth -
    Number.parseFloat(paddingLeft) -
    Number.parseFloat(paddingRight) -
    (part('role="search"') ? leastSearch : -gap) -
    widthOf(part('data-end'));
  const wanted = items.reduce((sum, item) => sum + widthOf(item), 0);
  if (wanted > room || more?.dataset['rare']) room -= widthOf(more);
  return items
    .filter((item) => (room -= widthOf(item)) < 0)
    .map(({ dataset }) => dataset['filter'] ?? '');
};

type MoreProps = {
  filters: readonly ToolbarFilter[];
  opened: boolean;
  onOpened: (opened: boolean) => void;
};

/** The filters without space on the line, and the rare ones. */
const MoreFilters = ({ filters, opened, onOpened }: MoreProps) => {
  const list = useRef<HTMLDivElement>(null);
  const changed = filters.filter((filter) => filter.changed).length;
  const hasOpenFilter = () => list.current?.querySelector('[aria-expanded="true"]') !== null;
  return (
    <Popover
      opened={opened}
      // A click beside an open filter, or Escape in it, closes only that filter.
      onChange={(next) => !hasOpenFilter() && onOpened(next)}
      closeOnEscape={false}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          data-changed={changed > 0 || undefined}
          onClick={() => onOpened(!opened)}
        >
          <FiltersIcon />
          <Text span inherit fw={550}>
            More
          </Text>
          <ChangedCount count={changed} />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        onKeyDown={({ key }) => key === 'Escape' && !hasOpenFilter() && onOpened(false)}
      >
        <Stack ref={list} className={styles.stack} gap="xs" w={280} p="xs">
          {filters.map(({ key, node }) => (
            <div key={key}>{node}</div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

const NarrowToolbar = (props: Props) => {
  const { search, filters = [], instead, changed = 0, onReset, action, summary, end } = props;
  return (
    <Stack gap="sm" px="md" py="sm" {...lineProps(props)}>
      {!instead && onReset && (
        <Group wrap="wrap">
          <FilterDrawer changed={changed} onReset={onReset} summary={summary}>
            {filters
              .filter(({ pinned }) => !pinned)
              .map(({ key, node }) => (
                <div key={key}>{node}</div>
              ))}
            {action}
            {end}
          </FilterDrawer>
          {filters.find(({ pinned }) => pinned)?.node}
          <Text span flex="none" ml="auto" variant="meta" c="secondary">
            {summary}
          </Text>
        </Group>
      )}
      {search}
      {instead}
    </Stack>
  );
};
