import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Named } from '../../../kit/form/field.ts';
import { addressOfRecord } from '../../../kit/record/record-link.tsx';
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

/** Delay before a hovered lesson's page is preloaded, in milliseconds. */
const hoverMs = 50;

/**
 * Handlers of links to lessons' pages. A plain link with them does what `Link` does, without its hooks: a week has more
 * than a hundred lessons.
 */
export const useLessonPages = () => {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (lesson: LessonSummary) => {
    const page = addressOfRecord({ to: 'lesson', id: lesson._id, classId: lesson.class });
    return {
      href: `/course/${lesson.class}/lesson/${lesson._id}`,
      onMouseEnter: () => {
        timer.current = setTimeout(() => void router.preloadRoute(page), hoverMs);
      },
      onMouseLeave: () => clearTimeout(timer.current),
      onOpen: (event: MouseEvent) => {
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (event.defaultPrevented || opensElsewhere) return;
        event.preventDefault();
        void router.navigate(page);
      },
    };
  };
};

type LessonLinkProps = {
  lesson: LessonSummary;
  spot: Pick<Spot, 'key' | 'tutor'>;
  spotProps: SpotProps;
  view: Pick<WeekViewProps, 'moves' | 'sought' | 'now' | 'onNew'>;
  drag: Drag;
  /** The lesson as text, and the handlers of the link to its page. */
  words: string;
  page: ReturnType<ReturnType<typeof useLessonPages>>;
  /** Its tutor teaches an overlapping lesson. */
  isClashing: boolean;
  className: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
};

/** A lesson in its subject's colour that links to its page; managers can move it. */
export const LessonLink = (props: LessonLinkProps) => {
  const { lesson, spot, view, drag, words } = props;
  const { onOpen, href, ...page } = props.page;
  const dragging = view.onNew && drag.on({ lesson, spot });
  return (
    <a
      href={href}
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
      {...page}
      {...dragging}
      onClick={(event) => {
        dragging?.onClick(event);
        onOpen(event);
      }}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      {props.children}
    </a>
  );
};

export const Full = () => <span className={styles.full}>Full</span>;
