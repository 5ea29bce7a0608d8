import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { joinProblem } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { lessonsAround, startWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { lessonsOfToday } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

/** Number of lessons that fit without scrolling. */
const mostLessons = 12;

const lessonColumns = 'max-content 3px minmax(0, 1fr) max-content';

type Props = {
  lessons: NonNullable<Home['lessons']>;
  now: string;
  /** All lessons are the user's own: tutor names are left out. */
  isOwn: boolean;
};

/** Today's lessons around now with their states; the rest is linked. */
export const TodaysLessons = ({ lessons, now, isOwn }: Props) => {
  const { time } = useFormats();
  const shown = lessonsAround(lessons.data, now, mostLessons);
  const next = shown.find((lesson) => lessonStateAt(lesson, now) === 'coming');
  const more = lessons.count - shown.length;
  return (
    <HomePart
      title="Today’s lessons"
      count={lessons.count}
      rows={lessonsOfToday}
      about={
        <Link to="/lessons" search={{ view: 'week' }}>
          Week
        </Link>
      }
    >
      <RowList columns={lessonColumns} isOrdered>
        {shown.map((lesson, index) => (
          <Fragment key={lesson._id}>
            {lesson === next && index > 0 && (
              <li className={styles.now}>
                <span>{time(now)}</span>
              </li>
            )}
            <LessonRow lesson={lesson} now={now} isOwn={isOwn} />
          </Fragment>
        ))}
      </RowList>
      {more > 0 && (
        <MoreRows rows={lessonsOfToday}>{formatCount(more, 'more lesson')} today</MoreRows>
      )}
    </HomePart>
  );
};

type RowProps = { lesson: Props['lessons']['data'][number]; now: string; isOwn: boolean };

const LessonRow = ({ lesson, now, isOwn }: RowProps) => {
  const formats = useFormats();
  const state = lessonStateAt(lesson, now);
  const problem = joinProblem(lesson, now);
  const tutors = lesson.tutor.map(({ name }) => name).join(', ');
  return (
    <li
      className={`${styles.row} ${styles.lesson}`}
      data-subject={lesson.class_obj.subject}
      data-state={state}
      data-row
      tabIndex={-1}
    >
      <strong>{formats.time(lesson.scheduled_on)}</strong>
      <span className={styles.bar} />
      <span>
        <Text variant="button">
          <RecordLink
            to="lesson"
            id={lesson._id}
            classId={lesson.class}
            name={<ClassName name={lesson.class_obj.name} />}
            className={styles.whole}
          />
        </Text>
        <Text truncate inherit>
          {lessonLabel(lesson)}
          {!isOwn && (
            <>
              {' · '}
              {tutors || (
                <Text span inherit c="warning">
                  No tutor
                </Text>
              )}
            </>
          )}
        </Text>
      </span>
      <span data-figures>
        <Text variant="label" c={problem ? 'warning' : 'bright'}>
          {state === 'live' && <Dot tone={problem ? 'orange' : 'green'} />}{' '}
          {problem ??
            (state === 'coming'
              ? startWords(lesson, now, formats)
              : state === 'live'
                ? 'Live'
                : 'Ended')}
        </Text>
        {lesson.seats} of {lesson.max_cap}
      </span>
    </li>
  );
};
