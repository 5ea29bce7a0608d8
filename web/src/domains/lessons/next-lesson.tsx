import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconSpeakerphone, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatDayOfWeek } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import type { ClassLessonsState } from './class-lessons.tsx';
import { lessonCode, lessonTopic, untilLessonWords } from './lesson-words.ts';
import { lessonQuery } from './lessons.api.ts';
import type { LessonActs } from './use-lesson-acts.ts';
import styles from './class-lessons.module.css';

type Props = {
  lessons: ClassLessonsState;
  /** Whether the class has lessons: reserves the card's space while they load. */
  isAny: boolean;
  acts: LessonActs;
};

/** Card of a class's next or current lesson in its subject's colour: time, seats, place (picture 11). */
export const NextLesson = ({ lessons: { query, next, now }, isAny, acts }: Props) =>
  next ? (
    <Card lesson={next} now={now} acts={acts} />
  ) : (
    query.isPending &&
    isAny && (
      <Flex
        className={styles.next}
        rowGap="sm"
        columnGap="lg"
        align="center"
        justify="space-between"
        wrap="wrap"
        aria-hidden="true"
      />
    )
  );

type CardProps = Pick<Props, 'acts'> & { lesson: LessonSummary; now: string };

const Card = ({ lesson, now, acts }: CardProps) => {
  const { business_time_zone: zone } = useSettings();
  // The list lacks counts by kind and the platform.
  const whole = useQuery(lessonQuery(lesson._id)).data?.data;
  const { seats, trial_seats: trials, max_cap: cap } = lesson;
  const words = `${seats} of ${cap}`;
  const actions = acts.of(lesson);
  const canAnnounce = useCan('lesson.canSendNotification');
  return (
    <Flex
      className={styles.next}
      component="section"
      rowGap="sm"
      columnGap="lg"
      align="center"
      justify="space-between"
      wrap="wrap"
      data-subject={lesson.class_obj.subject}
      aria-label="Next lesson"
    >
      <div>
        <Group component="p" mb={2} variant="label" c="var(--subject-text)">
          Next lesson <Tag accent>{untilLessonWords(lesson, now, zone)}</Tag>
        </Group>
        <Text component="h2" variant="title" fz={16} mb={2}>
          <RecordLink
            to="lesson"
            id={lesson._id}
            classId={lesson.class}
            name={lessonTopic(lesson)}
          />{' '}
          <Text span variant="body" c="dimmed">
            {lessonCode(lesson)}
          </Text>
        </Text>
        <Flex component="p" rowGap={2} columnGap="lg" align="center" wrap="wrap" c="secondary">
          <span>
            {formatDayOfWeek(businessDayOf(lesson.scheduled_on, zone))},{' '}
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
          </span>
          <Group component="span" c="bright">
            <Box w={120}>
              <Meter
                label={`${words} seats taken`}
                height={8}
                total={Math.max(cap, seats)}
                parts={[
                  { value: seats - trials, tone: 'accent' },
                  { value: trials, tone: 'cyan' },
                ]}
              />
            </Box>
            {words}
            {seats >= cap && <Tag warning>Full</Tag>}
          </Group>
          {whole && (
            <>
              <span>{countWords(whole.counts)}</span>
              <span>
                {whole.hosting_platform}, {whole.hosting_type}
              </span>
            </>
          )}
        </Flex>
      </div>
      {actions && (
        <Group className={styles.acts}>
          {canAnnounce && (
            <LinkButton
              leftSection={<IconSpeakerphone size={17} stroke={1.7} />}
              to="/course/$classId/lesson/$lessonId"
              params={{ classId: lesson.class, lessonId: lesson._id }}
              search={{ dialog: 'announce' }}
            >
              Make Announcement
            </LinkButton>
          )}
          <Button
            leftSection={<IconUserPlus size={17} stroke={1.7} />}
            onClick={() => acts.onAdd(lesson)}
          >
            Add Students
          </Button>
          <RowMenu of={lessonTopic(lesson)} actions={actions} />
        </Group>
      )}
    </Flex>
  );
};

/** "38 paying, 2 trial, 3 video". */
const countWords = (counts: { student: number; trial_student: number; video_student: number }) =>
  [
    `${counts.student} paying`,
    ...(counts.trial_student > 0 ? [`${counts.trial_student} trial`] : []),
    ...(counts.video_student > 0 ? [`${counts.video_student} video`] : []),
  ].join(', ');
