import { Button, Flex, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { formatCount, formatDay } from '../../../lib/formats.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { isDay } from '../../../kit/form/field.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { keptBatch, planLessons } from './batch-rows.ts';
import styles from './unfinished-batch.module.css';

type Props = { tuitionClass: Class; onOpen: () => void };

/** Whether the user may plan a batch: the class has no lessons, or the user's own batch is unfinished. */
export const useBatchOf = (tuitionClass: Class) => {
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id);
  const rest = kept.read();
  const canManage = useCan('lesson.canManage');
  const may = canManage && (tuitionClass.lesson_count === 0 || rest !== null);
  // Listed under `?`; the table itself handles the key while typing.
  useShortcut('ctrl d', 'In a batch: same as the row above', () => undefined, { enabled: may });
  return {
    /** Whether the user may plan the class's lessons now. */
    may,
    /** Whether a new batch would begin (no unfinished one). */
    begins: may && rest === null,
    rest: canManage ? rest : null,
    discard: kept.clear,
  };
};

/** Banner for a planned batch that is not saved yet, stored in this browser (all tabs). */
export const UnfinishedBatch = ({ tuitionClass, onOpen }: Props) => {
  const { rest, discard } = useBatchOf(tuitionClass);
  const confirm = useConfirm();
  const [isDiscarded, setDiscarded] = useState(false);
  if (rest === null || isDiscarded) return null;
  const [next] = planLessons(rest, tuitionClass.name);
  const askToDiscard = async () => {
    const question = {
      title: 'Discard the batch?',
      message: `${formatCount(rest.rows.length, 'lesson')} will not be added. Lessons that are added stay.`,
      confirmLabel: 'Discard',
      danger: true,
    };
    if (!(await confirm(question))) return;
    discard();
    setDiscarded(true);
  };
  return (
    <Flex
      className={styles.line}
      px="md"
      py="xs"
      component="section"
      rowGap="xs"
      columnGap="md"
      align="center"
      wrap="wrap"
      mih={46}
      aria-label="Unfinished batch"
    >
      <IconRefresh size={17} stroke={1.7} aria-hidden="true" />
      <Text flex={1} miw={200} c="secondary">
        <Text component="strong" variant="button" c="bright">
          {rest.rows.length} of {formatCount(rest.saved + rest.rows.length, 'lesson')} of a batch
          are not saved yet.
        </Text>{' '}
        {next &&
          isDay(next.day) &&
          `The next is T${next.term} L${next.index}, ${formatDay(next.day)}.`}
      </Text>
      <Button variant="subtle" onClick={() => void askToDiscard()}>
        Discard
      </Button>
      <Button onClick={onOpen}>Resume batch</Button>
    </Flex>
  );
};
