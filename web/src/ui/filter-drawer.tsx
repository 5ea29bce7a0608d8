import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FiltersIcon } from './filter-button.tsx';
import styles from './filter.module.css';

type Props = {
  /** Number of filters that differ from their default. */
  changed: number;
  onReset: () => void;
  /** The count in words: "214 orders". */
  summary?: string | undefined;
  children: ReactNode;
};

/** The filters on phones: a button with the number of changed filters opens a drawer. */
export const FilterDrawer = ({ changed, onReset, summary, children }: Props) => {
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
        <FiltersIcon />
        <Text span inherit fw={550}>
          Filters
        </Text>
        <ChangedCount count={changed} />
      </button>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position="right"
        size={340}
        classNames={{ content: styles.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header role="presentation">
            <Drawer.Title>Filters</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </Drawer.Header>
          <Stack className={styles.stack} gap="sm" flex={1} py="lg" px="md">
            {children}
          </Stack>
          <Group className={styles.drawerFooter} grow p="md">
            <Button onClick={onReset}>Reset</Button>
            <Button variant="filled" onClick={close}>
              Show{summary ? ` ${summary}` : ''}
            </Button>
          </Group>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
};

/** The number of filters behind a button that differ from their default; nothing for none. */
export const ChangedCount = ({ count }: { count: number }) =>
  count > 0 && (
    <Text className={styles.count} span miw={20} py={1} px="xs" variant="pill" ta="center">
      {count}
    </Text>
  );
