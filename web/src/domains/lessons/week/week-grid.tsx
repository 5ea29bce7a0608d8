import { IconPlus } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { dayAndTimeOf } from '../../../lib/day-and-time.ts';
import { formatClock, formatDayOfWeek } from '../../../lib/formats.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { TimeRange } from '../../../ui/moment.tsx';
import { lessonLabel } from '../lesson-words.ts';
import { nameWithoutTime } from '../subjects.ts';
import { useSpots } from './use-spots.ts';
import { useLessonDrag } from './use-week-moves.ts';
import {
  clashesOf,
  drawnArea,
  hoursOf,
  isFull,
  layOutWeek,
  minutesOf,
  minutesOfHour,
  placeOf,
  type Block,
  type Hours,
} from './week-layout.ts';
import { clockAt, snapped, stepTarget, timesAt } from './week-moves.ts';
import {
  DayHead,
  Full,
  LessonLink,
  useDayMarks,
  useLessonPages,
  useLessonWords,
  type WeekViewProps,
} from './week-parts.tsx';
import styles from './week.module.css';

/**
 * The week of a tutor or class: days side by side, hours downwards. Managers move lessons in quarter-hour steps and
 * begin new ones in free time.
 */
export const WeekGrid = (view: WeekViewProps) => {
  const { lessons, days, moves } = view;
  const { business_time_zone: timeZone } = useSettings();
  const today = useToday();
  const wordsOf = useLessonWords();
  const pageOf = useLessonPages();
  const byDay = layOutWeek(lessons, days, timeZone);
  const blocks = [...byDay.values()].flat();
  const spots = blocks.map(({ lesson, day, from }) => ({
    key: lesson._id,
    row: 0,
    day,
    from,
    lesson,
  }));
  const { moving } = moves;
  const landing = moving && timesAt(moving.lesson, moving.target, timeZone);
  const preview = landing && { ...landing, ...placeOf(landing, timeZone) };
  const hours = hoursOf([...blocks, ...(preview ? [preview] : [])]);
  const drag = useLessonDrag(moves, (x, y) => {
    const columns = [...document.querySelectorAll<HTMLElement>('[data-week-day]')];
    const column = columns.find((each) => x < each.getBoundingClientRect().right) ?? columns.at(-1);
    const day = column?.dataset.weekDay;
    return column && day ? { day, from: snapped(minutesAt(column, y, hours), hours) } : null;
  });
  const { box, propsOf } = useSpots({
    spots,
    moves,
    drag,
    sought: view.sought,
    step: (target, key) => stepTarget(target, key, days),
  });
  const clashing = new Set(
    clashesOf(lessons)
      .flat()
      .map(({ _id }) => _id),
  );
  const clock = dayAndTimeOf(view.now, timeZone);
  const size = { '--hours': (hours.to - hours.from) / minutesOfHour } as CSSProperties;

  return (
    <div ref={box} className={styles.grid} style={size}>
      <HourNames hours={hours} />
      {days.map((day) => (
        <DayColumn key={day} day={day} count={byDay.get(day)?.length ?? 0} scrolls={day === today}>
          <ol className={styles.lessons} data-week-day={day}>
            {view.onNew && (
              <li>
                <FreeTime day={day} hours={hours} onNew={view.onNew} />
              </li>
            )}
            {(byDay.get(day) ?? []).map((block) => (
              <li key={block.lesson._id} className={styles.block} style={drawnArea(block, hours)}>
                <LessonLink
                  lesson={block.lesson}
                  spot={{ key: block.lesson._id }}
                  spotProps={propsOf({ key: block.lesson._id })}
                  view={view}
                  drag={drag}
                  words={wordsOf(block.lesson)}
                  page={pageOf(block.lesson)}
                  isClashing={clashing.has(block.lesson._id)}
                  className={styles.event}
                >
                  <EventWords block={block} />
                </LessonLink>
              </li>
            ))}
            {preview?.day === day && (
              <li
                key={`preview ${preview.scheduled_on}`}
                // Keys may move it out of view; a pointer cannot.
                ref={moving?.by === 'keys' ? intoView : undefined}
                className={styles.preview}
                style={drawnArea({ ...preview, lane: 0, lanes: 1 }, hours)}
                aria-hidden="true"
              >
                <TimeRange from={preview.scheduled_on} to={preview.ended_on} />
              </li>
            )}
            {clock.day === day && <Now time={clock.time} hours={hours} />}
          </ol>
        </DayColumn>
      ))}
    </div>
  );
};

const intoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Minutes since midnight at a y coordinate in a day's column. */
const minutesAt = (column: HTMLElement, y: number, hours: Hours) => {
  const { top, height } = column.getBoundingClientRect();
  return hours.from + ((y - top) / height) * (hours.to - hours.from);
};

const HourNames = ({ hours }: { hours: Hours }) => {
  const count = (hours.to - hours.from) / minutesOfHour;
  const first = hours.from / minutesOfHour;
  return (
    <div aria-hidden="true">
      <div className={styles.gridHead} />
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.hour}>
          {formatClock(`${String((first + index) % 24).padStart(2, '0')}:00`)}
        </span>
      ))}
    </div>
  );
};

type DayProps = { day: string; count: number; scrolls: boolean; children: ReactNode };

const DayColumn = ({ day, count, scrolls, children }: DayProps) => {
  const id = useId();
  const marksOf = useDayMarks();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (scrolls) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scrolls]);
  return (
    <section ref={box} className={styles.day} aria-labelledby={id} {...marksOf(day)}>
      <div className={styles.gridHead}>
        <DayHead id={id} day={day} count={count} />
      </div>
      {children}
    </section>
  );
};

/** Class, time and seats; also the topic if there is room. */
const EventWords = ({ block: { lesson } }: { block: Block<LessonSummary> }) => (
  <span className={styles.shown} aria-hidden="true">
    <span>{nameWithoutTime(lesson.class_obj.name)}</span>
    <span>
      <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
    </span>
    <span>
      {isFull(lesson) && <Full />} {lesson.seats} of {lesson.max_cap}
      {!lesson.is_active && ' · Inactive'}
    </span>
    <span>{lessonLabel(lesson)}</span>
  </span>
);

/** New lessons begin at half-hour steps and are drawn this long (both in minutes). */
const step = 30;
const usualLength = 90;

/** A day's empty area: shows where a new lesson would begin and begins it on click. */
const FreeTime = ({
  day,
  hours,
  onNew,
}: {
  day: string;
  hours: Hours;
  onNew: NonNullable<WeekViewProps['onNew']>;
}) => {
  const [from, setFrom] = useState<number | null>(null);
  const timeAt = ({ currentTarget, clientY }: MouseEvent<HTMLElement>) =>
    Math.floor(minutesAt(currentTarget, clientY, hours) / step) * step;
  const place = from !== null && { from, to: from + usualLength, lane: 0, lanes: 1 };
  return (
    <>
      <button
        type="button"
        className={styles.freeTime}
        aria-label={`New lesson on ${formatDayOfWeek(day)}`}
        onPointerMove={(event) => {
          if (event.pointerType !== 'touch') setFrom(timeAt(event));
        }}
        onPointerLeave={() => setFrom(null)}
        // A keyboard click has no position: only the day is known.
        onClick={(event) =>
          onNew({ on: day, ...(event.detail > 0 && { at: clockAt(timeAt(event)) }) })
        }
      />
      {place && (
        <span className={styles.newEvent} style={drawnArea(place, hours)} aria-hidden="true">
          <span className={styles.newWords}>
            <IconPlus size={14} stroke={1.7} /> Lesson
          </span>
          {formatClock(clockAt(place.from))}
        </span>
      )}
    </>
  );
};

/** The line at the current time. */
const Now = ({ time, hours }: { time: string; hours: Hours }) => {
  const minutes = minutesOf(time);
  if (minutes < hours.from || minutes > hours.to) return null;
  return (
    <li
      className={styles.now}
      style={{ top: drawnArea({ from: minutes, to: minutes, lane: 0, lanes: 1 }, hours).top }}
    >
      <time>{time}</time>
    </li>
  );
};
