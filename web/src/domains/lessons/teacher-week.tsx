import { useQuery } from '@tanstack/react-query';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays, businessDayOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatDayOfWeek, formatDayRange, formatTimeRange } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Tag } from '../../ui/status-chip.tsx';
import { lessonCode, lessonTopic } from './lesson-words.ts';
import { PeriodToolbar } from './period-toolbar.tsx';
import { weekLessonsQuery } from './week/week.api.ts';

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
      columns={columnsOf(zone)}
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

const columnsOf = (zone: string): Column<LessonSummary>[] => [
  {
    key: 'time',
    header: 'Time',
    width: 190,
    figures: true,
    text: ({ scheduled_on: start, ended_on: end }) =>
      `${formatDayOfWeek(businessDayOf(start, zone))} ${formatTimeRange(start, end, zone)}`,
  },
  {
    key: 'class',
    header: 'Class',
    width: 190,
    text: ({ class_obj: { name } }) => name,
    render: ({ class_obj: { _id, name } }) => <RecordLink to="class" id={_id} name={name} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 240,
    lead: true,
    text: (lesson) => `${lessonCode(lesson)} ${lessonTopic(lesson)}`,
    render: (lesson) => (
      <>
        {lessonCode(lesson)}{' '}
        <RecordLink to="lesson" id={lesson._id} classId={lesson.class} name={lessonTopic(lesson)} />{' '}
        {!lesson.is_active && <Tag>Inactive</Tag>}
      </>
    ),
  },
  {
    key: 'seats',
    header: 'Seats',
    width: 96,
    align: 'right',
    text: ({ seats, max_cap: cap }) => `${seats} of ${cap}`,
  },
];
