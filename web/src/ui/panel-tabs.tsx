import { Tabs, Group, Flex } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './panel-tabs.module.css';
import { CountPill } from './status-chip.tsx';

export type PanelTab<Value extends string> = {
  value: Value;
  label: string;
  /** Number of items behind the tab, if known. */
  count?: number | undefined;
};

type Props<Value extends string> = {
  tabs: readonly PanelTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Buttons and words at the right of the tabs. */
  end?: ReactNode;
  /** Content of the chosen tab; fills the rest of the panel. */
  children: ReactNode;
};

/** Scrolls the chosen tab to the middle of a tab list that is wider than its panel; the page does not scroll. */
const useChosenInSight = (value: string, tabs: readonly PanelTab<string>[]) => {
  const list = useRef<HTMLDivElement>(null);
  // A tab becomes wider when its count loads.
  const widths = tabs.map(({ label, count }) => `${label} ${count ?? ''}`).join();
  useLayoutEffect(() => {
    const box = list.current;
    const chosen = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!box || !chosen) return;
    const edge = chosen.getBoundingClientRect().left - box.getBoundingClientRect().left;
    box.scrollLeft += edge - (box.clientWidth - chosen.offsetWidth) / 2;
  }, [value, widths]);
  return list;
};

/** Tabs at the top of a `Panel fill`, with the chosen tab's content below. */
export const PanelTabs = <Value extends string>(props: Props<Value>) => {
  const list = useChosenInSight(props.value, props.tabs);
  return (
    <Tabs
      value={props.value}
      onChange={(next) => next !== null && props.onChange(next as Value)}
      className={styles.tabs}
    >
      <Group className={styles.head} gap={0} justify="space-between" wrap="wrap">
        <Tabs.List ref={list}>
          {props.tabs.map(({ value, label, count }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {count !== undefined && (
                <>
                  {' '}
                  <CountPill count={count} active={value === props.value} />
                </>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {props.end && (
          <Flex
            className={styles.end}
            rowGap="xs"
            columnGap="sm"
            align="center"
            wrap="wrap"
            data-screen-only
          >
            {props.end}
          </Flex>
        )}
      </Group>
      <Tabs.Panel value={props.value} className={styles.panel}>
        {props.children}
      </Tabs.Panel>
    </Tabs>
  );
};
