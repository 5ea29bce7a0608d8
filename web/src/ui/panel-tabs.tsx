import { Tabs } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './panel-tabs.module.css';
import { CountPill } from './status-chip.tsx';

export type PanelTab<Value extends string> = {
  value: Value;
  label: string;
  /** How much there is behind it, where that is known. */
  count?: number | undefined;
};

type Props<Value extends string> = {
  tabs: readonly PanelTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Buttons and words at the right of the tabs. */
  end?: ReactNode;
  /** What the chosen tab shows; takes the rest of the panel's height. */
  children: ReactNode;
};

/** Brings the chosen tab to the middle of a list that is wider than its panel; the page stays where it is. */
const useChosenInSight = (value: string, tabs: readonly PanelTab<string>[]) => {
  const list = useRef<HTMLDivElement>(null);
  // A count that comes makes its tab wider.
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

/** Tabs at the head of a `Panel fill`, with what the chosen one shows below. */
export const PanelTabs = <Value extends string>(props: Props<Value>) => {
  const list = useChosenInSight(props.value, props.tabs);
  return (
    <Tabs
      value={props.value}
      onChange={(next) => next !== null && props.onChange(next as Value)}
      className={styles.tabs}
    >
      <div className={styles.head}>
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
        {props.end && <div className={styles.end}>{props.end}</div>}
      </div>
      <Tabs.Panel value={props.value} className={styles.panel}>
        {props.children}
      </Tabs.Panel>
    </Tabs>
  );
};
