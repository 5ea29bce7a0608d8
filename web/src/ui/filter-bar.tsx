import { Button, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import styles from './filter.module.css';
import { useNarrow } from './use-narrow.ts';

type Props = {
  /** Number of filters that differ from their default. */
  changed: number;
  onReset: () => void;
  /** A filter that stays visible on phones, usually the dates. */
  pinned?: ReactNode;
  /** The other filters; on phones they move into a drawer. */
  children: ReactNode;
  /** The count in words, "214 orders"; shown on phones, where the pager has no space for it. */
  summary?: string;
  /** More at the right: search, Download. */
  end?: ReactNode;
};

/** The filters above a list; Reset at the right restores the defaults. */
export const FilterBar = (props: Props) => {
  const narrow = useNarrow();
  if (narrow) return <NarrowFilterBar {...props} />;
  return (
    <div className={styles.bar} role="group" aria-label="Filters">
      {props.pinned}
      {props.children}
      <div className={styles.end}>
        {props.end}
        <Button variant="subtle" size="xs" onClick={props.onReset}>
          Reset
        </Button>
      </div>
    </div>
  );
};

const NarrowFilterBar = ({ pinned, children, summary, end, ...props }: Props) => (
  <div className={styles.bar} role="group" aria-label="Filters">
    <FilterDrawer {...props} summary={summary}>
      {children}
      {end}
    </FilterDrawer>
    <div className={styles.end}>
      <span className={styles.summary}>{summary}</span>
    </div>
    {pinned && <div className={styles.pinned}>{pinned}</div>}
  </div>
);

type DrawerProps = Pick<Props, 'changed' | 'onReset' | 'children'> & {
  summary?: string | undefined;
};

/** The filters on phones: a button with the number of changed filters opens a drawer. */
export const FilterDrawer = ({ changed, onReset, summary, children }: DrawerProps) => {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-changed={changed > 0 || undefined}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.value}>Filters</span>
        {changed > 0 && <span className={styles.changedCount}>{changed}</span>}
      </button>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position="right"
        size={340}
        classNames={{ content: styles.drawerContent }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header className={styles.drawerHeader} role="presentation">
            <Drawer.Title className={styles.drawerTitle}>Filters</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </Drawer.Header>
          <div className={styles.drawer}>{children}</div>
          <div className={styles.drawerFooter}>
            <Button onClick={onReset}>Reset</Button>
            <Button variant="filled" onClick={close}>
              Show{summary ? ` ${summary}` : ''}
            </Button>
          </div>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
};
