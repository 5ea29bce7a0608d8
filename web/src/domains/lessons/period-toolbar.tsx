import { ActionIcon, Button, Flex, Group, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import styles from './period-toolbar.module.css';

type Props = {
  /** For the labels: "Previous week". */
  noun: 'day' | 'week';
  /** Label of the button for the current period: "This week". */
  current: string;
  /** The period shown. */
  title: ReactNode;
  /** Extra text beside the title. */
  about?: ReactNode;
  onPrevious: () => void;
  onNext: () => void;
  onCurrent: () => void;
  /** The filters; on phones a button before the rest. */
  children: ReactNode;
};

/** Shows the current day or week with steps, their keys, and the filters. */
export const PeriodToolbar = ({ noun, current, title, about, children, ...to }: Props) => {
  const narrow = useNarrow();
  // Inside the week grid the arrow keys move between lessons.
  const outside = { when: () => !document.activeElement?.closest('[data-spot]') };
  useShortcut('arrowleft', `Previous ${noun}`, to.onPrevious, outside);
  useShortcut('arrowright', `Next ${noun}`, to.onNext, outside);
  useShortcut('t', current, to.onCurrent);
  return (
    <Flex
      className={styles.toolbar}
      rowGap="sm"
      columnGap="lg"
      align="center"
      wrap="wrap"
      mih={48}
      data-noun={noun}
    >
      {narrow && children}
      <Group className={styles.steps} align="stretch">
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`Previous ${noun}`}
          onClick={to.onPrevious}
        >
          <IconChevronLeft size={16} stroke={1.7} />
        </ActionIcon>
        <Button size="xs" onClick={to.onCurrent}>
          {current}
        </Button>
        <ActionIcon variant="default" size={30} aria-label={`Next ${noun}`} onClick={to.onNext}>
          <IconChevronRight size={16} stroke={1.7} />
        </ActionIcon>
      </Group>
      {noun === 'week' && narrow ? (
        // The days below show the range.
        <VisuallyHidden component="h2">{title}</VisuallyHidden>
      ) : (
        <h2 className={styles.range}>{title}</h2>
      )}
      {about}
      {!narrow && children}
    </Flex>
  );
};

/** Hints for the keys; hidden on phones. */
export const PeriodKeys = ({ noun, current }: { noun: string; current: string }) =>
  !useNarrow() && (
    <Flex component="p" gap="sm" align="center" variant="meta" c="dimmed" aria-hidden="true">
      <KeyHint keys="←" /> <KeyHint keys="→" /> {noun}
      <Group component="span" ml="sm">
        <KeyHint keys="T" /> {current}
      </Group>
    </Flex>
  );
