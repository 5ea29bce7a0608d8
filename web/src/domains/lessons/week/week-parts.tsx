import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Tag } from '../../../ui/status-chip.tsx';
import { lessonLabel } from '../lesson-words.ts';
import type { NewLesson } from './week-search.ts';
import type { SpotProps } from './use-spots.ts';
import type { Drag, WeekMoves } from './use-week-moves.ts';
import { holidayOf, isFull, type Spot } from './week-layout.ts';
import styles from './week.module.css';

/** What the timetable and the time grid are given. */
export type WeekViewProps = {
  lessons: readonly LessonSummary[];
  days: readonly string[];
  moves: WeekMoves;
  /** The lesson that is looked for. */
  sought: string | undefined;
  /** The instant it is. */
  now: string;
  /** Opens the form of a new lesson; null for those who only look. */
  onNew: ((known: NewLesson) => void) | null;
};

/** What a day's column wears: today, or a public holiday. */
export const useDayMarks = () => {
  const today = useToday();
  return (day: string) => ({
    'data-today': day === today || undefined,
    'data-holiday': holidayOf(day)?.isPublic || undefined,
  });
};

type DayHeadProps = { id?: string; day: string; count: number };

/** The name of a day with its number of lessons, and its holiday in words, which leave room for the bare number. */
export const DayHead = ({ id, day, count }: DayHeadProps) => {
  const isToday = useToday() === day;
  const holiday = holidayOf(day);
  return (
    <>
      <span className={styles.dayLine}>
        <h3 id={id} className={styles.dayName} aria-current={isToday ? 'date' : undefined}>
          {formatDayOfWeek(day)}
        </h3>
        {isToday && <Tag accent>Today</Tag>}
      </span>
      <span className={styles.dayCount} title={holiday?.name}>
        {holiday ? count : count === 0 ? 'No lessons' : formatCount(count, 'lesson')}
        {holiday && (
          <>
            {' · '}
            <span className={styles.holiday} data-public={holiday.isPublic || undefined}>
              {holiday.name}
            </span>
          </>
        )}
      </span>
    </>
  );
};

/** A lesson in words: what it is, when, and its seats. */
export const useLessonWords = () => {
  const { timeRange } = useFormats();
  return (lesson: LessonSummary) =>
    [
      lessonLabel(lesson),
      lesson.class_obj.name,
      timeRange(lesson.scheduled_on, lesson.ended_on),
      `${lesson.seats} of ${lesson.max_cap}`,
      ...(isFull(lesson) ? ['Full'] : []),
      ...(lesson.is_active ? [] : ['Inactive']),
    ].join(', ');
};

type LessonLinkProps = {
  lesson: LessonSummary;
  spot: Pick<Spot, 'key' | 'tutor'>;
  spotProps: SpotProps;
  view: Pick<WeekViewProps, 'moves' | 'sought' | 'now' | 'onNew'>;
  drag: Drag;
  /** Its tutor teaches another lesson at the same time. */
  isClashing: boolean;
  className: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
};

/** A lesson in its subject's colour; leads to its page, and managers move it. */
export const LessonLink = (props: LessonLinkProps) => {
  const { lesson, spot, view, drag } = props;
  const words = useLessonWords()(lesson);
  return (
    <Link
      to="/course/$classId/lesson/$lessonId"
      params={{ classId: lesson.class, lessonId: lesson._id }}
      className={[styles.lesson, props.className].join(' ')}
      style={props.style}
      title={words}
      draggable={false}
      data-lesson={lesson._id}
      data-subject={lesson.class_obj.subject}
      data-past={Date.parse(lesson.ended_on) <= Date.parse(view.now) || undefined}
      data-inactive={!lesson.is_active || undefined}
      data-clashing={props.isClashing || undefined}
      data-moved={view.moves.moving?.key === spot.key || undefined}
      data-movable={view.onNew ? true : undefined}
      data-sought={view.sought === lesson._id || undefined}
      {...props.spotProps}
      {...(view.onNew && drag.on({ lesson, spot }))}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <span className={styles.shown} aria-hidden="true">
        {props.children}
      </span>
    </Link>
  );
};

/**
 * The seats where there is little room: "12/20", "Full", or that nobody comes. Beside a long name only the number of
 * those taken stands, in the colours of Full where none is left; the title says all.
 */
export const Seats = ({ lesson, isShort }: { lesson: LessonSummary; isShort: boolean }) => {
  if (!lesson.is_active) return !isShort && <span className={styles.seats}>Inactive</span>;
  if (isFull(lesson)) return isShort ? <Full words={String(lesson.seats)} /> : <Full />;
  return (
    <span className={styles.seats}>
      {lesson.seats}
      {!isShort && `/${lesson.max_cap}`}
    </span>
  );
};

export const Full = ({ words = 'Full' }: { words?: string }) => (
  <span className={styles.full}>{words}</span>
);
