import { Text, Flex, Box, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { useToday } from '../../../lib/settings.ts';
import { ListStates, SkeletonBar, type ListState } from '../../../ui/list-states.tsx';
import { LessonTimes } from '../lesson-times.tsx';
import { comingWords, lessonLabel } from '../lesson-words.ts';
import { attendedWords, groupOfLesson } from './day-words.ts';
import { LiveLessonLink } from './live-lesson-link.tsx';
import { DayState } from './day-state.tsx';
import styles from './day.module.css';

type Props = {
  lessons: readonly DayLesson[];
  /** The lessons of the current page. */
  shown: readonly DayLesson[];
  now: string;
  day: string;
  state: ListState;
  empty: ReactNode;
};

/** The day on phones: lessons in groups by state (picture 13c). */
export const DayCards = ({ lessons, shown, now, day, state, empty }: Props) => {
  const isToday = useToday() === day;
  const groupOf = (lesson: DayLesson) => groupOfLesson(lesson, now, isToday);
  const all = Map.groupBy(lessons, groupOf);
  const groups = Map.groupBy(shown, groupOf);
  return (
    <ListStates
      state={state}
      noun="lessons"
      isEmpty={lessons.length === 0}
      empty={empty}
      skeleton={<CardsSkeleton />}
    >
      {[...groups].map(([group, rows]) => (
        <Fragment key={group}>
          <Flex
            className={styles.group}
            component="h3"
            gap="sm"
            align="center"
            h={30}
            py={0}
            px="md"
            variant="label"
            c="bright"
          >
            {group} <span>{all.get(group)?.length}</span>
          </Flex>
          <ol className={styles.cards}>
            {rows.map((lesson) => (
              <Card key={lesson._id} lesson={lesson} now={now} />
            ))}
          </ol>
        </Fragment>
      ))}
    </ListStates>
  );
};

const Card = ({ lesson, now }: { lesson: DayLesson; now: string }) => (
  <Flex
    className={styles.card}
    component="li"
    gap="md"
    align="center"
    pos="relative"
    mih={58}
    py="sm"
    px="md"
    data-subject={lesson.class_obj.subject}
    data-row
    tabIndex={-1}
  >
    <LessonTimes lesson={lesson} />
    <Box component="span" flex={1} miw={0}>
      <Flex
        component="span"
        rowGap={2}
        columnGap="sm"
        align="center"
        justify="space-between"
        wrap="wrap"
      >
        <LiveLessonLink lesson={lesson} className={styles.cardName} />
        <DayState lesson={lesson} now={now} />
      </Flex>
      <Flex
        component="span"
        gap="sm"
        align="center"
        justify="space-between"
        variant="meta"
        c="dimmed"
      >
        <Text span inherit truncate>
          {lessonLabel(lesson)} ·{' '}
          {lesson.tutor.length > 0 ? (
            lesson.tutor.map(({ name }) => name).join(', ')
          ) : (
            <Text span inherit fw={550} c="warning">
              No tutor
            </Text>
          )}
        </Text>
        <Text span inherit flex="none">
          {attendedWords(lesson, now) || seatWords(lesson, now)}
        </Text>
      </Flex>
    </Box>
  </Flex>
);

/** "in 1 h 48 min, 21 of 26": time until the lesson if it starts soon, and its seats. */
const seatWords = (lesson: DayLesson, now: string) =>
  [comingWords(lesson, now), `${lesson.seats} of ${lesson.max_cap}`].filter(Boolean).join(', ');

const CardsSkeleton = () => (
  <Stack gap={33} p="lg">
    {Array.from({ length: 8 }, (_, index) => (
      <Stack key={index} gap={10}>
        <SkeletonBar width={70 - ((index * 17) % 30)} />
        <SkeletonBar width={90 - ((index * 11) % 30)} height={8} />
      </Stack>
    ))}
  </Stack>
);
