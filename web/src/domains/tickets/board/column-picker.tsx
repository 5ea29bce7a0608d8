import { ActionIcon, Select, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import type { ShownColumn } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { columnName } from './board-words.ts';
import styles from './board.module.css';

type Props = { columns: readonly ShownColumn[]; board: RefObject<HTMLElement | null> };

/** Chooses the column on phones, where the board shows one at a time; swiping moves to the next. */
export const ColumnPicker = ({ columns, board }: Props) => {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const box = board.current;
    if (!box) return undefined;
    const note = () => setShown(Math.round(box.scrollLeft / box.clientWidth));
    box.addEventListener('scroll', note, { passive: true });
    return () => box.removeEventListener('scroll', note);
  }, [board]);
  const show = (index: number) => {
    const box = board.current;
    box?.scrollTo({ left: index * box.clientWidth });
  };
  return (
    <Group
      className={styles.picker}
      align="stretch"
      py="sm"
      px="md"
      role="group"
      aria-label="Column"
    >
      <ActionIcon
        size={40}
        aria-label="Previous column"
        disabled={shown === 0}
        onClick={() => show(shown - 1)}
      >
        <IconChevronLeft size={18} stroke={1.7} />
      </ActionIcon>
      <Select
        aria-label="Status of the column"
        flex={1}
        data={columns.map(({ column, count }, index) => ({
          value: String(index),
          label: `${columnName(column)} (${count.toLocaleString('en-SG')})`,
        }))}
        value={String(shown)}
        allowDeselect={false}
        onChange={(index) => show(Number(index))}
      />
      <ActionIcon
        size={40}
        aria-label="Next column"
        disabled={shown >= columns.length - 1}
        onClick={() => show(shown + 1)}
      >
        <IconChevronRight size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
};
