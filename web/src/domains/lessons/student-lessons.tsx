import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import {
  listStudentLessons,
  type StudentLesson,
} from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { CardRows, CardSkeletons, RowCard } from '../../kit/list/card-rows.tsx';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import type { ShownRows } from '../../kit/list/shown-rows.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatLongDay, formatTimeRange } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { listStateOf } from '../../ui/list-states.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { GlanceTable } from '../users/glance-table.tsx';
import { lessonCode, lessonTopic } from './lesson-words.ts';
import { studentLessonsQuery, type LessonCounts, type LessonPeriod } from './lessons.api.ts';

const studentLessonList = defineList({
  operation: listStudentLessons,
  nouns: ['lesson', 'lessons'],
  pageSize: 20,
  empty: { none: 'There are no lessons to display' },
});

type Props = {
  studentId: string;
  period: LessonPeriod;
  page: number;
  onPage: (page: number) => void;
  /** Columns added by other domains. */
  more?: readonly Column<StudentLesson>[];
};

/** A student's lessons: coming ones soonest first, past ones latest first. */
export const StudentLessons = ({ studentId, period, page, onPage, more = [] }: Props) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <ListTab
      list={studentLessonList}
      scope={{ params: { id: studentId }, query: { period } }}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption={period === 'past' ? 'Past lessons' : 'Coming lessons'}
      columns={[...columnsOf(zone), ...more]}
      render={useNarrow() ? lessonCards(zone, more) : undefined}
    />
  );
};

/** The next few lessons, for the detail dialog. */
export const NextLessons = ({ studentId }: { studentId: string }) => {
  const { business_time_zone: zone } = useSettings();
  const query = useQuery(studentLessonsQuery(studentId, 'coming'));
  return (
    <GlanceTable
      title="Lessons"
      caption="Next lessons"
      columns={columnsOf(zone)}
      rows={query.data?.data ?? []}
      count={query.data?.count ?? 0}
      state={listStateOf(query)}
      noun="lessons to come"
      end="next"
      empty="No upcoming lessons."
      studentId={studentId}
    />
  );
};

/** "Sat 14 Mar 2026, 14:00–15:30". */
const whenWords = ({ scheduled_on: start, ended_on: end }: StudentLesson, zone: string) =>
  `${formatLongDay(businessDayOf(start, zone))}, ${formatTimeRange(start, end, zone)}`;

const columnsOf = (zone: string): Column<StudentLesson>[] => [
  {
    key: 'time',
    header: 'Time',
    width: 250,
    figures: true,
    text: (lesson) => whenWords(lesson, zone),
  },
  {
    key: 'class',
    header: 'Class',
    width: 140,
    lead: true,
    text: (lesson) => lesson.class.name,
    render: (lesson) => <RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 190,
    text: (lesson) => `${lessonCode(lesson)} ${lessonTopic(lesson)}`,
    render: (lesson) => <LessonCell lesson={lesson} />,
  },
  { key: 'kind', header: 'Kind', width: 130, text: (lesson) => lesson.kind },
];

const LessonCell = ({ lesson }: { lesson: StudentLesson }) => (
  <>
    <Text span inherit c="dimmed">
      {lessonCode(lesson)}
    </Text>{' '}
    <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={lessonTopic(lesson)} />{' '}
    {!lesson.is_active && <Tag>Inactive</Tag>} {!lesson.is_released && <Tag>Not released</Tag>}
  </>
);

/** A lesson per card, for phones. */
const lessonCards =
  (zone: string, more: readonly Column<StudentLesson>[]) => (shown: ShownRows<StudentLesson>) => (
    <CardRows
      {...shown}
      renderRow={(lesson) => (
        <RowCard
          title={<RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />}
          end={more.map(({ key, render }) => (
            <Fragment key={key}>{render?.(lesson)}</Fragment>
          ))}
        >
          <Text inherit c="secondary" truncate>
            <LessonCell lesson={lesson} />
          </Text>
          <Text inherit c="dimmed" data-figures>
            {`${whenWords(lesson, zone)} · ${lesson.kind}`}
          </Text>
        </RowCard>
      )}
      skeleton={<CardSkeletons />}
    />
  );

type ChoiceProps = {
  value: LessonPeriod;
  counts: LessonCounts;
  onChange: (period: LessonPeriod) => void;
};

/** Switches between coming and past lessons. */
export const LessonPeriodChoice = ({ value, counts, onChange }: ChoiceProps) => (
  <SegmentedControl<LessonPeriod>
    aria-label="Period"
    fullWidth={false}
    value={value}
    onChange={onChange}
    data={[
      { value: 'coming', label: labelOf('Coming', counts.coming) },
      { value: 'past', label: labelOf('Past', counts.past) },
    ]}
  />
);

const labelOf = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${count})`;
