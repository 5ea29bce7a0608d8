import { ActionIcon, Flex, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { useLiveUpdates } from '../../lib/use-live-updates.ts';
import { ListEmpty, listStateOf, ListStates } from '../../ui/list-states.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import type { PollAddress } from './poll-address.ts';
import { CardsSkeleton, PollDialogs, Questions } from './poll-questions.tsx';
import { pollQuestionsQuery } from './polls.api.ts';

type Props = {
  lesson: Lesson;
  /** The page's search parameters of the polls (poll-address.ts). */
  address: PollAddress;
  onAddress: (address: PollAddress) => void;
};

/** The polls of a lesson beside its students: one question at a time, the last asked by default (picture 13b). */
export const PollPanel = ({ lesson, address, onAddress }: Props) => {
  useLiveUpdates(liveTopic('poll', lesson._id), 'polls');
  const query = useQuery(pollQuestionsQuery(lesson._id));
  const questions = query.data?.data ?? [];
  const manages = query.data?.abilities.manage ?? false;
  return (
    <Panel label="Polls">
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          Polls <CountPill count={questions.length} />
        </Flex>
        <Group gap={0} align="stretch" flex="none">
          {manages && (
            <ActionIcon
              size={30}
              variant="default"
              aria-label="Add Question"
              onClick={() => onAddress({ poll: 'new' })}
            >
              <IconPlus size={16} stroke={1.7} />
            </ActionIcon>
          )}
          <RowMenu
            of="the polls"
            actions={[
              ...(manages
                ? [{ label: 'Copy from a lesson', onClick: () => onAddress({ poll: 'copy' }) }]
                : []),
              {
                label: 'Answers of students',
                link: {
                  to: '/course/$classId/lesson/$lessonId',
                  params: { classId: lesson.class, lessonId: lesson._id },
                  search: { tab: 'polls', polls: 'students' },
                },
              },
            ]}
          />
        </Group>
      </PanelHeader>
      <ListStates
        // Live answers cause frequent refetches: the bars must not fade each time.
        state={{ ...listStateOf(query), refetching: false }}
        noun="polls"
        isEmpty={questions.length === 0}
        empty={<ListEmpty text="No poll data" />}
        skeleton={<CardsSkeleton count={1} />}
      >
        <Questions
          lessonId={lesson._id}
          questions={questions}
          students={query.data?.students ?? 0}
          isOneAtATime
          onEdit={manages ? ({ _id }) => onAddress({ poll: _id }) : undefined}
        />
      </ListStates>
      {manages && (
        <PollDialogs
          lessonId={lesson._id}
          address={address}
          onClose={() => onAddress({ poll: undefined })}
        />
      )}
    </Panel>
  );
};
