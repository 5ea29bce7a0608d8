import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Named } from '../../../kit/form/field.ts';
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

/** A tutor who is shown even without lessons. */
export type OtherTutor = Named & { subjects: readonly string[] };

/** Props shared by the timetable and the time grid. */
export type WeekViewProps = {
  lessons: readonly LessonSummary[];
  /** Tutors who get a row even without lessons. */
  otherTutors: readonly OtherTutor[];
  days: readonly string[];
  moves: WeekMoves;
  /** The lesson to highlight. */
  sought: string | undefined;
  /** The current instant. */
  now: string;
  /** Opens the form of a new lesson; null for read-only users. */
  onNew: ((known: NewLesson) => void) | null;
};

/** Data attributes that mark today and public holidays. */
export const useDayMarks = () => {
  const today = useToday();
  return (day: string) => ({
    'data-today': day === today || undefined,
    'data-holiday': holidayOf(day)?.isPublic || undefined,
  });
};

type DayHeadProps = { id?: string; day: string; count: number };

/** A day's heading with its lesson count and holiday; the count loses its noun when a holiday is shown. */
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

/** A lesson as text: label, time, seats. */
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
  /** Its tutor teaches an overlapping lesson. */
  isClashing: boolean;
  className: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
};

/** A lesson in its subject's colour that links to its page; managers can move it. */
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
 * The seats in short: "12/20", "Full" or "Inactive". With `isShort` only the number taken, coloured if full; the title
 * has the full text.
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
