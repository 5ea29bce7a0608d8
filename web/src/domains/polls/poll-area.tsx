import { Button, SegmentedControl } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QuestionWithResult } from '@staffroom/contract/domains/polls/polls.contract.ts';
import { liveTopic } from '@staffroom/contract/shared/live.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { useLiveUpdates } from '../../lib/use-live-updates.ts';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import type { PollAddress } from './poll-address.ts';
import { pollQuestionsQuery, useMoveQuestion } from './polls.api.ts';
import { QuestionCard, type QuestionActs } from './question-card.tsx';
import styles from './polls.module.css';

const PollQuestionForm = lazyForm(
  async () => (await import('./poll-question-form.tsx')).PollQuestionForm,
);
const StudentAnswers = lazyTab(async () => (await import('./student-answers.tsx')).StudentAnswers);
const DeleteQuestionDialog = lazyForm(
  async () => (await import('./delete-question-dialog.tsx')).DeleteQuestionDialog,
);
const CopyPollsDialog = lazyForm(
  async () => (await import('./copy-polls-dialog.tsx')).CopyPollsDialog,
);

type Props = {
  lessonId: string;
  /** What the page's address holds of it (poll-address.ts). */
  address: PollAddress;
  onAddress: (address: PollAddress) => void;
  /** Of the students' answers. */
  page: number;
  onPage: (page: number) => void;
};

/**
 * The polls of a lesson: its questions with what was answered, as it is answered, and what each student answered (picture
 * 13b). Stands in a tab or panel of any page of a lesson, as wide as there is room.
 */
export const PollArea = ({ lessonId, address, onAddress, page, onPage }: Props) => {
  useLiveUpdates(liveTopic('poll', lessonId), 'polls');
  const query = useQuery(pollQuestionsQuery(lessonId));
  const questions = query.data?.data ?? [];
  const manages = query.data?.abilities.manage ?? false;
  const isOfStudents = address.polls === 'students';
  const close = () => onAddress({ ...address, poll: undefined });
  return (
    <div className={styles.area}>
      <div className={styles.toolbar}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'questions', label: 'Questions' },
            { value: 'students', label: 'Students' },
          ]}
          value={isOfStudents ? 'students' : 'questions'}
          onChange={(view) => onAddress({ polls: view === 'students' ? 'students' : undefined })}
        />
        {manages && !isOfStudents && (
          <div className={styles.buttons}>
            <Button
              size="xs"
              leftSection={<IconCopy size={16} stroke={1.7} />}
              onClick={() => onAddress({ poll: 'copy' })}
            >
              Copy from a lesson
            </Button>
            <AddButton onClick={() => onAddress({ poll: 'new' })} />
          </div>
        )}
      </div>
      {isOfStudents ? (
        <StudentAnswers lessonId={lessonId} questions={questions} page={page} onPage={onPage} />
      ) : (
        <ListStates
          // While answers come in it is read anew again and again: the bars must not fade each time.
          state={{ ...listStateOf(query), refetching: false }}
          noun="polls"
          isEmpty={questions.length === 0}
          empty={<ListEmpty text="No poll data" />}
          skeleton={<CardsSkeleton />}
        >
          <Questions
            lessonId={lessonId}
            questions={questions}
            students={query.data?.students ?? 0}
            onEdit={manages ? ({ _id }) => onAddress({ poll: _id }) : undefined}
          />
        </ListStates>
      )}
      <PollQuestionForm
        open={
          manages && address.poll !== undefined && address.poll !== 'copy' ? address.poll : null
        }
        lessonId={lessonId}
        onClose={close}
      />
      <CopyPollsDialog
        open={manages && address.poll === 'copy' ? lessonId : null}
        onClose={close}
      />
    </div>
  );
};

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="xs" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={onClick}>
    Add Question
  </Button>
);

type QuestionsProps = {
  lessonId: string;
  questions: readonly QuestionWithResult[];
  students: number;
  /** Left out for those who may not change polls. */
  onEdit: QuestionActs['onEdit'] | undefined;
};

const Questions = ({ lessonId, questions, students, onEdit }: QuestionsProps) => {
  const [deleted, setDeleted] = useState<QuestionWithResult | null>(null);
  const cards = useRef<HTMLUListElement>(null);
  const onMove = useMove(lessonId, questions, cards);
  const acts = onEdit && { onEdit, onDelete: setDeleted, onMove };
  return (
    <>
      <ul ref={cards} className={styles.cards}>
        {questions.map((question, index) => (
          <QuestionCard
            key={question._id}
            question={question}
            students={students}
            isLast={index === questions.length - 1}
            acts={acts}
          />
        ))}
      </ul>
      <DeleteQuestionDialog open={deleted} onClose={() => setDeleted(null)} />
    </>
  );
};

/** Moves a question and tells so; its handle keeps the focus, so that it can be moved on. */
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

const CardsSkeleton = () => (
  <ul className={styles.cards}>
    {[0, 1].map((card) => (
      <li key={card} className={styles.card}>
        <SkeletonBar width={55} height={14} />
        <div className={styles.bars}>
          {[0, 1, 2, 3].map((bar) => (
            <SkeletonBar key={bar} width={100} height={30} />
          ))}
        </div>
      </li>
    ))}
  </ul>
);
