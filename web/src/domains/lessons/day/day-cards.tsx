import { Fragment, type ReactNode } from 'react';
import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { useToday } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ListStates, SkeletonBar, type ListState } from '../../../ui/list-states.tsx';
import { lessonLabel, untilWords } from '../lesson-words.ts';
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
          <h3 className={styles.group}>
            {group} <span>{all.get(group)?.length}</span>
          </h3>
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

const Card = ({ lesson, now }: { lesson: DayLesson; now: string }) => {
  const { time } = useFormats();
  return (
    <li className={styles.card} data-subject={lesson.class_obj.subject} data-row tabIndex={-1}>
      <span className={styles.cardTimes}>
        <strong>{time(lesson.scheduled_on)}</strong>
        <span>{time(lesson.ended_on)}</span>
      </span>
      <span className={styles.bar} />
      <span className={styles.cardLines}>
        <span className={styles.cardHead}>
          <LiveLessonLink lesson={lesson} className={styles.cardName} />
          <DayState lesson={lesson} now={now} />
        </span>
        <span className={styles.cardLine}>
          <span className={styles.cardAbout}>
            {lessonLabel(lesson)} ·{' '}
            {lesson.tutor.length > 0 ? (
              lesson.tutor.map(({ name }) => name).join(', ')
            ) : (
              <span className={styles.problem}>No tutor</span>
            )}
          </span>
          <span>{attendedWords(lesson, now) || comingWords(lesson, now)}</span>
        </span>
      </span>
    </li>
  );
};

/** "in 1 h 48 min, 21 of 26": time until the lesson, and its seats. */
const comingWords = (lesson: DayLesson, now: string) =>
  [
    ...(lessonStateAt(lesson, now) === 'coming' ? [untilWords(lesson, now)] : []),
    `${lesson.seats} of ${lesson.max_cap}`,
  ].join(', ');

const CardsSkeleton = () => (
  <div className={styles.skeleton}>
    {Array.from({ length: 8 }, (_, index) => (
      <SkeletonBar key={index} width={90 - ((index * 17) % 30)} height={36} />
    ))}
  </div>
);
