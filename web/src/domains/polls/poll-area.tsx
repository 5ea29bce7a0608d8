import { Button, Stack, Group } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { useLiveUpdates } from '../../lib/use-live-updates.ts';
import { ListEmpty, listStateOf, ListStates } from '../../ui/list-states.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { PollAddress } from './poll-address.ts';
import { CardsSkeleton, PollDialogs, Questions } from './poll-questions.tsx';
import { pollQuestionsQuery } from './polls.api.ts';
import styles from './polls.module.css';

const StudentAnswers = lazyTab(async () => (await import('./student-answers.tsx')).StudentAnswers);
type Props = {
  lessonId: string;
  /** The page's search parameters of the polls (poll-address.ts). */
  address: PollAddress;
  onAddress: (address: PollAddress) => void;
  /** The page of the students' answers. */
  page: number;
  onPage: (page: number) => void;
};

/**
 * The polls of a lesson: its questions with live results, and the answers of each student (picture 13b). Fits in a tab
 * or panel of any lesson page, using the available width.
 */
export const PollArea = ({ lessonId, address, onAddress, page, onPage }: Props) => {
  useLiveUpdates(liveTopic('poll', lessonId), 'polls');
  const query = useQuery(pollQuestionsQuery(lessonId));
  const questions = query.data?.data ?? [];
  const manages = query.data?.abilities.manage ?? false;
  const isOfStudents = address.polls === 'students';
  const isNarrow = useNarrow();
  return (
    <Stack className={styles.area} gap={0} flex={1} miw={0}>
      <Group
        justify="space-between"
        wrap="wrap"
        pt="md"
        pb={isOfStudents ? 'md' : 0}
        px={isNarrow ? 'md' : 'lg'}
      >
        <Segments
          label="Show"
          choices={[
            { value: 'questions', label: 'Questions' },
            { value: 'students', label: 'Students' },
          ]}
          value={isOfStudents ? 'students' : 'questions'}
          onChange={(view) => onAddress({ polls: view === 'students' ? 'students' : undefined })}
        />
        {manages && !isOfStudents && (
          <Group align="stretch" wrap="wrap">
            <Button
              size="xs"
              leftSection={<IconCopy size={16} stroke={1.7} />}
              onClick={() => onAddress({ poll: 'copy' })}
            >
              Copy from a lesson
            </Button>
            <AddButton onClick={() => onAddress({ poll: 'new' })} />
          </Group>
        )}
      </Group>
      {isOfStudents ? (
        <StudentAnswers lessonId={lessonId} questions={questions} page={page} onPage={onPage} />
      ) : (
        <ListStates
          // Live answers cause frequent refetches: the bars must not fade each time.
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
            isOneAtATime={isNarrow}
            onEdit={manages ? ({ _id }) => onAddress({ poll: _id }) : undefined}
          />
        </ListStates>
      )}
      {manages && (
        <PollDialogs
          lessonId={lessonId}
          address={address}
          onClose={() => onAddress({ ...address, poll: undefined })}
        />
      )}
    </Stack>
  );
};

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="xs" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={onClick}>
    Add Question
  </Button>
);
