import { ActionIcon, Flex, Group, Stack, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import type { QuestionWithResult } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { barsOf, placeWords, questionTypeWords, resultWords } from './poll-words.ts';
import styles from './polls.module.css';

/** Actions on a question for users who may manage polls. */
export type QuestionActs = {
  onEdit: (question: QuestionWithResult) => void;
  onDelete: (question: QuestionWithResult) => void;
  /** Moves it to this index. */
  onMove: (question: Pick<QuestionWithResult, '_id'>, place: number) => void;
};

type Props = {
  question: QuestionWithResult;
  /** Number of students of the lesson. */
  students: number;
  isLast: boolean;
  /** No other question is visible, so it cannot be dragged. */
  isAlone: boolean;
  acts: QuestionActs | undefined;
};

const dragged = 'application/x-staffroom-question';

/** A question with a bar for each of its options (picture 13b). */
export const QuestionCard = ({ question, students, isLast, isAlone, acts }: Props) => {
  const [isTarget, setTarget] = useState(false);
  const drop = acts &&
    !isAlone && {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragged)) return;
        event.preventDefault();
        setTarget(true);
      },
      onDragLeave: () => setTarget(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setTarget(false);
        const _id = event.dataTransfer.getData(dragged);
        if (_id !== '' && _id !== question._id) acts.onMove({ _id }, question.question_index);
      },
    };
  return (
    <Stack
      className={styles.card}
      component="li"
      gap="xs"
      data-question={question._id}
      data-alone={isAlone || undefined}
      data-target={isTarget || undefined}
      {...drop}
    >
      <Group align="flex-start" justify="space-between" mih={30}>
        <Text className={styles.words} component="h2" miw={0} pt={5} variant="title" c="bright">
          {question.question}
        </Text>
        {acts && <Acts question={question} isLast={isLast} isAlone={isAlone} {...acts} />}
      </Group>
      <Text variant="meta" c="secondary" data-figures>
        {placeWords(question)} · <span>{resultWords(question.result, students)}</span>
      </Text>
      {(question.name !== '' || question.question_type !== 'question') && (
        <Flex component="p" gap="xs" wrap="wrap">
          {question.name !== '' && <Tag>{question.name}</Tag>}
          {question.question_type !== 'question' && (
            <Tag accent>{questionTypeWords[question.question_type]}</Tag>
          )}
        </Flex>
      )}
      <Bars question={question} />
      {question.answer !== '' && (
        <Text className={styles.words} mt="xs" variant="meta" c="secondary">
          {question.answer}
        </Text>
      )}
    </Stack>
  );
};

/** The results; the bars repeat the figures, which are also in words. */
const Bars = ({ question }: { question: QuestionWithResult }) => (
  <Flex
    component="ul"
    direction="column"
    gap={5}
    mx={0}
    mt="sm"
    mb={0}
    aria-label={`Answers to ${question.question}`}
  >
    {barsOf(question).map((bar) => (
      <li key={bar.label}>
        <Group
          className={styles.bar}
          pos="relative"
          py={5}
          px="md"
          role="img"
          aria-label={bar.words}
        >
          <span
            className={styles.fill}
            data-right={bar.isRight || undefined}
            style={{ width: `${bar.percent}%` }}
          />
          <Text span flex="none" w={14} variant="button" c="bright">
            {bar.label}
          </Text>
          <Text span inherit flex={1} miw={0} c="bright">
            {bar.content}
          </Text>
          {bar.isRight && (
            <Text span flex="none" lh={0} c="positive">
              <IconCheck size={16} stroke={2} />
            </Text>
          )}
          <Text span flex="none" miw={24} variant="button" c="bright" ta="right" data-figures>
            {bar.count}
          </Text>
          <Text span inherit flex="none" w={40} c="secondary" ta="right" data-figures>
            {bar.percent}%
          </Text>
        </Group>
      </li>
    ))}
  </Flex>
);

const Acts = ({
  question,
  isLast,
  isAlone,
  onEdit,
  onDelete,
  onMove,
}: Pick<Props, 'question' | 'isLast' | 'isAlone'> & QuestionActs) => {
  const place = question.question_index;
  const move = (by: number) => {
    if (place + by >= 0 && !(isLast && by > 0)) onMove(question, place + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <Group gap={0} align="stretch" flex="none">
      {!isAlone && (
        <ActionIcon
          size={30}
          draggable
          data-handle
          className={styles.handle ?? ''}
          aria-label={`Move question ${place + 1}`}
          title="Drag, or press the arrow keys"
          onKeyDown={onKeyDown}
          onDragStart={(event: DragEvent<HTMLButtonElement>) => {
            event.dataTransfer.setData(dragged, question._id);
            const card = event.currentTarget.closest('li');
            if (card) event.dataTransfer.setDragImage(card, 20, 20);
          }}
        >
          <IconGripVertical size={17} stroke={1.7} />
        </ActionIcon>
      )}
      <RowMenu
        of={`question ${place + 1}`}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => onEdit(question) },
          {
            label: 'Move up',
            icon: IconArrowUp,
            disabled: place === 0,
            onClick: () => move(-1),
          },
          { label: 'Move down', icon: IconArrowDown, disabled: isLast, onClick: () => move(1) },
          {
            label: 'Delete',
            icon: IconTrash,
            apart: true,
            danger: true,
            onClick: () => onDelete(question),
          },
        ]}
      />
    </Group>
  );
};
