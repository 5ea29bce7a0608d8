import { Box, Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { QuestionWithResult } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { PollAddress } from './poll-address.ts';
import { currentOf, isAsked } from './poll-words.ts';
import { useMoveQuestion } from './polls.api.ts';
import { QuestionCard, type QuestionActs } from './question-card.tsx';
import styles from './polls.module.css';

const PollQuestionForm = lazyForm(
  async () => (await import('./poll-question-form.tsx')).PollQuestionForm,
);
const DeleteQuestionDialog = lazyForm(
  async () => (await import('./delete-question-dialog.tsx')).DeleteQuestionDialog,
);
const CopyPollsDialog = lazyForm(
  async () => (await import('./copy-polls-dialog.tsx')).CopyPollsDialog,
);

type QuestionsProps = {
  lessonId: string;
  questions: readonly QuestionWithResult[];
  students: number;
  /** Shows one question with the numbers of all, where there is little space. */
  isOneAtATime: boolean;
  /** Undefined for users who may not edit polls. */
  onEdit: QuestionActs['onEdit'] | undefined;
};

export const Questions = ({
  lessonId,
  questions,
  students,
  isOneAtATime,
  onEdit,
}: QuestionsProps) => {
  const [deleted, setDeleted] = useState<QuestionWithResult | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const edge = useNarrow() ? 'md' : 'lg';
  const cards = useRef<HTMLUListElement>(null);
  const onMove = useMove(lessonId, questions, cards);
  const acts = onEdit && { onEdit, onDelete: setDeleted, onMove };
  const current = isOneAtATime ? currentOf(questions, chosen) : undefined;
  return (
    <>
      <Stack gap="md" p={edge} pt="md">
        {current && (
          <QuestionNumbers
            questions={questions}
            current={current}
            onChoose={({ _id }) => setChosen(_id)}
          />
        )}
        <ul ref={cards} className={styles.cards}>
          {(current ? [current] : questions).map((question) => (
            <QuestionCard
              key={question._id}
              question={question}
              students={students}
              isLast={question.question_index === questions.length - 1}
              isAlone={current !== undefined}
              acts={acts}
            />
          ))}
        </ul>
      </Stack>
      <DeleteQuestionDialog open={deleted} onClose={() => setDeleted(null)} />
    </>
  );
};

type NumbersProps = {
  questions: readonly QuestionWithResult[];
  current: QuestionWithResult;
  onChoose: (question: QuestionWithResult) => void;
};

/** The numbers of all questions, to choose the visible one; asked ones have a tick. */
const QuestionNumbers = ({ questions, current, onChoose }: NumbersProps) => (
  <Group wrap="wrap" role="group" aria-label="Questions">
    {questions.map((question, index) => (
      <button
        key={question._id}
        type="button"
        className={styles.number}
        aria-pressed={question._id === current._id}
        aria-label={`Question ${index + 1}${isAsked(question) ? ', asked' : ''}`}
        onClick={() => onChoose(question)}
      >
        {index + 1}
        {isAsked(question) && <IconCheck size={12} stroke={2.2} aria-hidden="true" />}
      </button>
    ))}
  </Group>
);

/** Moves a question and announces it; its handle keeps the focus for further moves. */
const useMove = (
  lessonId: string,
  questions: QuestionsProps['questions'],
  cards: React.RefObject<HTMLUListElement | null>,
): QuestionActs['onMove'] => {
  const move = useMoveQuestion();
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    cards.current
      ?.querySelector<HTMLElement>(`[data-question="${moved.current}"] [data-handle]`)
      ?.focus();
    moved.current = null;
  }, [questions, cards]);
  return ({ _id }, place) => {
    const version = questions.find((each) => each._id === _id)?.version;
    if (version === undefined || move.isPending) return;
    move.mutate(
      { params: { id: lessonId, pollId: _id }, body: { question_index: place, version } },
      {
        onSuccess: () => {
          moved.current = _id;
          showSnackbar(`Question moved to place ${place + 1} of ${questions.length}`);
        },
        onError: (error) => showSnackbar(sentenceOf(error)),
      },
    );
  };
};

export const CardsSkeleton = ({ count = 2 }: { count?: number }) => (
  <Box className={styles.cards} component="ul" pt="md" px="lg" pb="lg">
    {Array.from({ length: count }, (_, card) => (
      <li key={card} className={styles.card}>
        <SkeletonBar width={55} height={14} />
        <Stack gap={5} mx={0} mt="sm" mb={0}>
          {[0, 1, 2, 3].map((bar) => (
            <SkeletonBar key={bar} width={100} height={30} />
          ))}
        </Stack>
      </li>
    ))}
  </Box>
);

/** The dialogs for users who may manage polls; their state is in the address. */
export const PollDialogs = ({
  lessonId,
  address: { poll },
  onClose,
}: {
  lessonId: string;
  address: PollAddress;
  onClose: () => void;
}) => (
  <>
    <PollQuestionForm
      open={poll !== undefined && poll !== 'copy' ? poll : null}
      lessonId={lessonId}
      onClose={onClose}
    />
    <CopyPollsDialog open={poll === 'copy' ? lessonId : null} onClose={onClose} />
  </>
);
