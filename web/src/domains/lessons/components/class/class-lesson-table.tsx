import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { useSettings } from '../../../../lib/settings.ts';
import { DataTable, type Column } from '../../../../ui/data-table.tsx';
import type { ListState } from '../../../../ui/list-states.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { Day, TimeRange } from '../../../../ui/moment.tsx';
import { Tag } from '../../../../ui/status-chip.tsx';
import { lessonCode, lessonTopic } from '../../lesson-words.ts';
import styles from './class-page.module.css';
import type { LessonAct } from './use-lesson-acts.ts';

type Acts = {
  actOn: (lesson: LessonSummary) => LessonAct | undefined;
  run: (lesson: LessonSummary, act: LessonAct) => void;
};

type Props = {
  lessons: readonly LessonSummary[];
  state: ListState;
  /** What managers may do; null for everybody else. */
  acts: Acts | null;
  empty: ReactNode;
};

/** A class's lessons in their order, with their seats and state (part 1 §2, Class lessons). */
export const ClassLessonTable = ({ lessons, acts, ...rest }: Props) => (
  <DataTable
    caption="Lessons of this class"
    columns={acts ? [...columns, actionColumn(acts)] : columns}
    rows={lessons}
    rowKey={({ _id }) => _id}
    noun="lessons"
    skeletonRows={5}
    {...rest}
  />
);

const columns: readonly Column<LessonSummary>[] = [
  {
    key: 'code',
    header: 'No.',
    width: 74,
    render: (lesson) => <span className={styles.line}>{lessonCode(lesson)}</span>,
  },
  {
    key: 'name',
    header: 'Lesson',
    width: 190,
    lead: true,
    render: (lesson) => (
      <RecordLink to="lesson" id={lesson._id} classId={lesson.class} name={lessonTopic(lesson)} />
    ),
  },
  { key: 'time', header: 'Time', width: 150, render: (lesson) => <When lesson={lesson} /> },
  { key: 'seats', header: 'Seats', width: 120, render: (lesson) => <Seats {...lesson} /> },
  {
    key: 'state',
    header: 'State',
    width: 170,
    render: (lesson) => (
      <span className={styles.chips}>
        {!lesson.is_active && <Tag>Inactive</Tag>}
        {!lesson.is_released && <Tag>Not released</Tag>}
      </span>
    ),
  },
];

const actionColumn = ({ actOn, run }: Acts): Column<LessonSummary> => ({
  key: 'action',
  header: 'Action',
  width: 210,
  render: (lesson) => {
    const running = actOn(lesson);
    const acts: LessonAct[] = [
      lesson.is_active ? 'Deactivate' : 'Activate',
      lesson.is_released ? 'Un-Release' : 'Release',
    ];
    return (
      <span className={styles.acts}>
        {acts.map((act) => (
          <Button
            key={act}
            size="xs"
            loading={running === act}
            disabled={running !== undefined && running !== act}
            onClick={() => run(lesson, act)}
          >
            {act}
          </Button>
        ))}
      </span>
    );
  },
});

const When = ({ lesson }: { lesson: LessonSummary }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <span className={styles.when}>
      <Day day={businessDayOf(lesson.scheduled_on, zone)} />
      <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
    </span>
  );
};

const Seats = ({ seats, max_cap: cap }: Pick<LessonSummary, 'seats' | 'max_cap'>) => {
  const words = `${seats} of ${cap}`;
  return (
    <span className={styles.seats}>
      {words}
      <Meter label={words} parts={[{ value: seats, tone: 'accent' }]} total={cap} />
    </span>
  );
};
