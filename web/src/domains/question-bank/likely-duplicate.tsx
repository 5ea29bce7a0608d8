import { Box, Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listDuplicateHints,
  setDuplicate,
  type DuplicateHint,
} from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { sourceOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { listQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';
import styles from './likely-duplicate.module.css';

/** The hint of a question that is nearly the same as another, with its actions. */
export type Duplicate = {
  hint: DuplicateHint;
  /** The pair was just marked as no duplicates. */
  isNone: boolean;
  onCompare: () => void;
  /** Marks the pair as no duplicates, or reverts that; for users who may manage questions. */
  onJudge: ((isDuplicate: boolean) => void) | undefined;
};

/** Shown in the head of a question's card, in reserved space: the hint may load after the card and must not shift it. */
export const DuplicateButton = ({ hint, isNone, isOpen, onOpen }: ButtonProps) => (
  <Button
    size="xs"
    className={styles.button ?? ''}
    aria-label={`Likely duplicate, ${percentOf(hint)}`}
    aria-expanded={isOpen}
    data-none={isNone || undefined}
    onClick={onOpen}
  >
    <IconCopy size={15} stroke={1.7} aria-hidden="true" />
    <span className={styles.label}>Likely duplicate</span>
  </Button>
);

type ButtonProps = Pick<Duplicate, 'hint' | 'isNone'> & { isOpen: boolean; onOpen: () => void };

/** The duplicate line of a question's card (picture 17); a judgement can be undone in place. */
export const LikelyDuplicate = ({ hint, isNone, onCompare, onJudge }: Duplicate) => (
  <Group
    className={styles.warning}
    justify="flex-end"
    wrap="wrap"
    mb="sm"
    py={3}
    pl="md"
    pr="xs"
    c="secondary"
    data-none={isNone || undefined}
  >
    <IconCopy size={16} stroke={1.7} aria-hidden="true" />
    <Box component="p" flex="1 1 220px" miw={0}>
      <Text component="strong" inherit fw={600} c="bright">
        {isNone ? 'Not a duplicate of ' : `Likely duplicate, ${percentOf(hint)} the same words. `}
      </Text>
      {sourceOf(hint.question)}
    </Box>
    <Button size="xs" onClick={onCompare}>
      Compare
    </Button>
    {onJudge && (
      <Button size="xs" variant="subtle" onClick={() => onJudge(isNone)}>
        {isNone ? 'Undo' : 'Not a duplicate'}
      </Button>
    )}
  </Group>
);

/** "91%"; rounded down, so that only identical texts show 100%. */
export const percentOf = ({ similarity }: { similarity: number }) =>
  `${Math.floor(similarity * 100)}%`;

/** The likely duplicates of a page's questions, and the action that marks a pair as no duplicates. */
export const useDuplicates = (questions: readonly Pick<Question, '_id'>[]) => {
  const of = questions.map(({ _id }) => _id).join(',');
  const { data } = useQuery({ ...listQuery(listDuplicateHints, { of }), enabled: of !== '' });
  const saying = useOperation(setDuplicate);
  /** Pairs marked here as no duplicates; both cards show it. */
  const [none, setNone] = useState<ReadonlySet<string>>(new Set());
  const judge = async (id: string, otherId: string, isDuplicate: boolean) => {
    await saying.mutateAsync({ params: { id, otherId }, body: { is_duplicate: isDuplicate } });
    const pair = pairOf(id, otherId);
    setNone((known) => {
      const others = [...known].filter((one) => one !== pair);
      return new Set(isDuplicate ? others : [...others, pair]);
    });
  };
  return {
    of: (id: string) => {
      const hint = data?.data.find(({ _id }) => _id === id);
      return hint && { hint, isNone: none.has(pairOf(id, hint.question._id)) };
    },
    judge,
  };
};

const pairOf = (one: string, other: string) => [one, other].toSorted().join(' ');
