import { useQuery } from '@tanstack/react-query';
import type { StudentLesson } from '@staffroom/contract/domains/lessons/student-lessons.contract.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ListParts } from '../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../ui/list-states.tsx';
import { Day, TimeRange } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { lessonCode, lessonTopic } from '../lesson-words.ts';
import { lessonPageSize, studentLessonsQuery, type LessonPeriod } from '../lessons.api.ts';
import styles from './student-lessons.module.css';

type Props = {
  studentId: string;
  period: LessonPeriod;
  page: number;
  onPage: (page: number) => void;
};

const noun = ['lesson', 'lessons'] as const;
const nothing = 'There are no lessons to display';

/** The lessons on which a student stands: those to come soonest first, past ones latest first. */
export const StudentLessons = ({ studentId, period, page, onPage }: Props) => {
  const query = useQuery(studentLessonsQuery(studentId, period, page));
  const { data: lessons = [], count } = query.data ?? {};
  const state = listStateOf(query);
  return (
    <ListParts
      label="Lessons"
      state={state}
      footer={
        <Pager page={page} pageSize={lessonPageSize} count={count} noun={noun} onPage={onPage} />
      }
    >
      <DataTable
        caption={period === 'past' ? 'Past lessons' : 'Coming lessons'}
        columns={columns}
        rows={lessons}
        rowKey={(lesson) => lesson._id}
        state={state}
        noun="lessons"
        skeletonRows={5}
        empty={
          count ? (
            <PastLastPage
              text={nothing}
              count={formatCount(count, ...noun)}
              onFirst={() => onPage(1)}
            />
          ) : (
            <ListEmpty text={nothing} />
          )
        }
      />
    </ListParts>
  );
};

const When = ({ lesson }: { lesson: StudentLesson }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <>
      <Day day={businessDayOf(lesson.scheduled_on, zone)} />,{' '}
      <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
    </>
  );
};

const columns: readonly Column<StudentLesson>[] = [
  { key: 'time', header: 'Time', width: 230, render: (lesson) => <When lesson={lesson} /> },
  {
    key: 'class',
    header: 'Class',
    width: 180,
    lead: true,
    render: (lesson) => <RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 260,
    render: (lesson) => (
      <span className={styles.lesson}>
        <span className={styles.code}>{lessonCode(lesson)}</span>{' '}
        <RecordLink
          to="lesson"
          id={lesson._id}
          classId={lesson.class._id}
          name={lessonTopic(lesson)}
        />
        {!lesson.is_active && <Tag>Inactive</Tag>}
        {!lesson.is_released && <Tag>Not released</Tag>}
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', width: 130, render: (lesson) => lesson.kind },
];
