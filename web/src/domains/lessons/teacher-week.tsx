import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays, businessDayOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatDayOfWeek, formatDayRange, formatTimeRange } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Tag } from '../../ui/status-chip.tsx';
import { exceptionsOf } from './lesson-exceptions.ts';
import { LessonSeats } from './lesson-seats.tsx';
import { lessonLabel } from './lesson-words.ts';
import { PeriodToolbar } from './period-toolbar.tsx';
import { isFull, totalsOf } from './week/week-layout.ts';
import { daysOfWeek } from './week/week-search.ts';
import { weekLessonsQuery } from './week/week.api.ts';
import styles from './teacher-week.module.css';

type Props = {
  teacherId: string;
  /** A day of the week shown; undefined means this week. */
  week: string | undefined;
  onWeek: (week: string | undefined) => void;
  page: number;
  onPage: (page: number) => void;
};

/** All lessons that a tutor or TA teaches in a week. */
export const TeacherWeek = ({ teacherId, week, onWeek, page, onPage }: Props) => {
  const isNarrow = useNarrow();
  const settings = useSettings();
  const { business_day: today, business_time_zone: zone } = settings;
  const monday = weekOf(week ?? today).start;
  const toWeek = (next: string) => () => onWeek(next === weekOf(today).start ? undefined : next);
  const query = useQuery(weekLessonsQuery({ tutor: teacherId, week: monday }, settings));
  return (
    <RowsTab
      list={{
        nouns: ['lesson', 'lessons'],
        pageSize: 20,
        empty: { none: 'No lessons in this week' },
      }}
      query={query}
      rows={query.data}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Lessons of the week"
      lines={2}
      columns={isNarrow ? narrowColumnsOf(zone) : columnsOf(query.data ?? [], zone, today)}
      groupOf={
        isNarrow ? (lesson) => formatDayOfWeek(businessDayOf(lesson.scheduled_on, zone)) : undefined
      }
      below={
        !isNarrow &&
        query.data &&
        query.data.length > 0 && <FreeDays lessons={query.data} monday={monday} zone={zone} />
      }
      above={
        <PeriodToolbar
          noun="week"
          current="This week"
          title={formatDayRange(monday, addDays(monday, 6))}
          onPrevious={toWeek(addDays(monday, -7))}
          onNext={toWeek(addDays(monday, 7))}
          onCurrent={toWeek(weekOf(today).start)}
        >
          {null}
        </PeriodToolbar>
      }
    />
  );
};

/** "3.5 h" */
const hoursWords = (lessons: readonly LessonSummary[]) =>
  `${Math.round((totalsOf(lessons).minutes / 60) * 10) / 10} h`;

/** The day is shown with its first lesson, the lessons of a day have no line between their days. */
const columnsOf = (
  lessons: readonly LessonSummary[],
  zone: string,
  today: string,
): Column<LessonSummary>[] => {
  const dayOf = (lesson: LessonSummary) => businessDayOf(lesson.scheduled_on, zone);
  const byDay = Map.groupBy(lessons, dayOf);
  const timesOf = ({ scheduled_on: start, ended_on: end }: LessonSummary) =>
    formatTimeRange(start, end, zone);
  return [
    {
      key: 'day',
      header: 'Day',
      width: 112,
      text: (lesson) => formatDayOfWeek(dayOf(lesson)),
      render: (lesson) => {
        const day = dayOf(lesson);
        const ofDay = byDay.get(day) ?? [];
        return ofDay[0] === lesson ? (
          <TwoLines
            first={
              <Text span inherit fw={600} c={day === today ? 'accent' : 'bright'}>
                {formatDayOfWeek(day)}
              </Text>
            }
            second={`${day === today ? 'Today, ' : ''}${hoursWords(ofDay)}`}
          />
        ) : (
          <VisuallyHidden className={styles.again ?? ''}>{formatDayOfWeek(day)}</VisuallyHidden>
        );
      },
    },
    {
      key: 'time',
      header: 'Time',
      width: 124,
      figures: true,
      text: timesOf,
      render: (lesson) => (
        <span className={styles.time} data-subject={lesson.class_obj.subject}>
          {timesOf(lesson)}
        </span>
      ),
    },
    {
      key: 'class',
      header: 'Class and lesson',
      width: 230,
      lead: true,
      text: (lesson) => `${lesson.class_obj.name}, ${lessonLabel(lesson)}`,
      render: (lesson) => (
        <TwoLines
          first={<RecordLink to="class" id={lesson.class_obj._id} name={lesson.class_obj.name} />}
          second={
            <RecordLink
              to="lesson"
              id={lesson._id}
              classId={lesson.class}
              name={lessonLabel(lesson)}
            />
          }
        />
      ),
    },
    {
      key: 'seats',
      header: 'Seats',
      width: 150,
      text: ({ seats, max_cap: cap }) => `${seats} of ${cap}`,
      render: (lesson) => <LessonSeats {...lesson} />,
    },
    {
      key: 'state',
      header: 'State',
      width: 100,
      text: (lesson) =>
        exceptionsOf(lesson, zone)
          .map(({ word }) => word)
          .join(', '),
      render: (lesson) => (
        <Group component="span" gap="xs">
          {isFull(lesson) && <Tag warning>Full</Tag>}
          {exceptionsOf(lesson, zone).map(({ word, warning = false }) => (
            <Tag key={word} warning={warning}>
              {word}
            </Tag>
          ))}
        </Group>
      ),
    },
  ];
};

/** On phones a row has the class with the time below, under the heading of its day. */
const narrowColumnsOf = (zone: string): Column<LessonSummary>[] => [
  {
    key: 'class',
    header: 'Class and time',
    width: 220,
    lead: true,
    text: ({ class_obj: { name } }) => name,
    render: ({ class_obj: { _id, name }, scheduled_on: start, ended_on: end }) => (
      <TwoLines
        first={<RecordLink to="class" id={_id} name={name} />}
        second={formatTimeRange(start, end, zone)}
      />
    ),
  },
  {
    key: 'seats',
    header: 'Seats',
    width: 100,
    render: (lesson) => <LessonSeats {...lesson} isShort />,
  },
];

/** "No lessons on Mon, Thu and Sun"; nothing if each day has lessons. */
const FreeDays = ({
  lessons,
  monday,
  zone,
}: {
  lessons: readonly LessonSummary[];
  monday: string;
  zone: string;
}) => {
  const busy = new Set(lessons.map((each) => businessDayOf(each.scheduled_on, zone)));
  const free = daysOfWeek(monday).filter((day) => !busy.has(day));
  if (free.length === 0) return null;
  const words = new Intl.ListFormat('en-GB').format(free.map((day) => formatDayOfWeek(day)));
  return (
    <Text variant="meta" c="dimmed" px="lg" py="sm">
      No lessons on {words}
    </Text>
  );
};
