import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { shortClassName } from '../subjects.ts';
import { useSpots } from './use-spots.ts';
import { useLessonDrag } from './use-week-moves.ts';
import { isFree, isFull, timetableOf, type TutorRow } from './week-layout.ts';
import { stepRow, timesAt, type Target } from './week-moves.ts';
import {
  DayHead,
  LessonLink,
  useDayMarks,
  useLessonPages,
  useLessonWords,
  type WeekViewProps,
} from './week-parts.tsx';
import styles from './week.module.css';

/**
 * The week of all tutors: a row per tutor, a column per day, a line per lesson. Managers move lessons to other days and
 * tutors, and begin new ones on free days.
 */
export const WeekTimetable = (view: WeekViewProps) => {
  const { lessons, days, moves, otherTutors } = view;
  const { business_time_zone: timeZone } = useSettings();
  const marksOf = useDayMarks();
  const wordsOf = useLessonWords();
  const pageOf = useLessonPages();
  const { time } = useFormats();
  const rows = timetableOf(lessons, days, timeZone, otherTutors);
  const spots = rows
    .flatMap((row) => [...row.days.values()].flat())
    .filter(({ lesson }) => lesson !== null || view.onNew !== null);
  const drag = useLessonDrag(moves, (x, y) => {
    const cell = cellAt(x, y);
    return cell && moves.moving ? { ...cell, from: moves.moving.from.from } : null;
  });
  const tutors = rows.map(({ tutor }) => tutor?._id ?? null);
  const { box, propsOf } = useSpots({
    spots,
    moves,
    drag,
    sought: view.sought,
    step: (target, key) => stepRow(target, key, days, tutors),
  });
  const shown = useShownRows(rows.length, view.sought !== undefined);
  // A lesson with two tutors is in two rows: count it once.
  const countOn = (day: string) =>
    new Set(spots.flatMap((spot) => (spot.day === day && spot.lesson ? spot.lesson._id : []))).size;

  return (
    <div ref={box}>
      <table className={styles.timetable}>
        <VisuallyHidden component="caption">Lessons by tutor and day</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              <span className={styles.dayName}>Tutor</span>
              <span className={styles.dayCount}>
                {formatCount(tutors.filter(Boolean).length, 'tutor')}
              </span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className={styles.dayHead} {...marksOf(day)}>
                <DayHead day={day} count={countOn(day)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.tutor?._id ?? 'none'}>
              <TutorHead row={row} />
              {days.map((day) => (
                <td
                  key={day}
                  className={styles.cell}
                  data-cell={day}
                  data-tutor={row.tutor?._id ?? ''}
                  data-target={isTarget(moves.moving?.target, row, day) || undefined}
                  {...marksOf(day)}
                >
                  <Cell {...{ row, day, view, drag, propsOf, wordsOf, pageOf, time }} />
                </td>
              ))}
            </tr>
          ))}
          {shown < rows.length && (
            // Hidden, since its removal would count as a layout shift.
            <tr aria-hidden="true" style={{ visibility: 'hidden' }}>
              <td colSpan={8} style={{ height: heightOf(rows.slice(shown)) }}>
                {'\u00a0'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Ghost {...view} />
    </div>
  );
};

/** Rows of the first paint, and rows added at once after it. */
const firstRows = 8;
const moreRows = 6;

/** Number of rows shown: the others follow in small steps, so that the page answers meanwhile. */
const useShownRows = (count: number, isWhole: boolean) => {
  const [shown, setShown] = useState(isWhole ? count : firstRows);
  useEffect(() => {
    if (shown >= count) return;
    const timer = setTimeout(() => setShown(shown + moreRows));
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
};

/** Height in pixels of rows that follow; lessons are 30 high, 2 apart (week.module.css). */
const heightOf = (rows: readonly TutorRow[]) =>
  rows.reduce(
    (sum, { days }) => sum + 3 + 32 * Math.max(...[...days.values()].map(({ length }) => length)),
    0,
  );

/** The cell at a point of the viewport. */
const cellAt = (x: number, y: number): Omit<Target, 'from'> | null => {
  const cell = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-cell]'))
    .find((each) => each !== null);
  const { cell: day, tutor } = cell?.dataset ?? {};
  return day === undefined ? null : { day, tutor: tutor || null };
};

const isTarget = (target: Target | undefined, { tutor }: TutorRow, day: string) =>
  target?.day === day && target.tutor === (tutor?._id ?? null);

/** A tutor's name as a link to their week, with lesson and clash counts. */
const TutorHead = ({ row: { tutor, count, clashing } }: { row: TutorRow }) => (
  <th scope="row" className={styles.tutor} data-none={tutor === null || undefined}>
    {tutor ? (
      <Link
        from="/lessons"
        to="/lessons"
        search={(search) => ({ ...search, view: 'week' as const, tutor: tutor._id })}
        className={styles.tutorName}
        title={tutor.name}
      >
        {tutor.name || '–'}
      </Link>
    ) : (
      <span className={styles.tutorName}>No tutor</span>
    )}
    <span className={styles.dayCount}>
      {clashing.size > 0 ? (
        <>
          {count} · <strong className={styles.clash}>{clashing.size} at once</strong>
        </>
      ) : (
        formatCount(count, 'lesson')
      )}
    </span>
  </th>
);

type CellProps = {
  row: TutorRow;
  day: string;
  view: WeekViewProps;
  drag: ReturnType<typeof useLessonDrag>;
  propsOf: ReturnType<typeof useSpots>['propsOf'];
  wordsOf: ReturnType<typeof useLessonWords>;
  pageOf: ReturnType<typeof useLessonPages>;
  time: ReturnType<typeof useFormats>['time'];
};

// Without hooks: a week has more than 300 cells.
const Cell = ({ row, day, view, drag, propsOf, wordsOf, pageOf, time }: CellProps) => {
  const { moving } = view.moves;
  const spots = row.days.get(day) ?? [];
  const lands =
    moving &&
    isTarget(moving.target, row, day) &&
    !spots.some(({ key }) => key === moving.key) &&
    moving.lesson;
  return (
    <>
      {spots.map((spot) =>
        spot.lesson ? (
          <LessonLink
            key={spot.key}
            lesson={spot.lesson}
            spot={spot}
            spotProps={propsOf(spot)}
            view={view}
            drag={drag}
            words={wordsOf(spot.lesson)}
            page={pageOf(spot.lesson)}
            isClashing={row.clashing.has(spot.lesson._id)}
            className={styles.line}
          >
            <span className={styles.time} aria-hidden="true">
              {time(spot.lesson.scheduled_on)}
            </span>{' '}
            <span className={styles.name} aria-hidden="true">
              {shortClassName(spot.lesson.class_obj.name)}
            </span>{' '}
            <span
              className={styles.seats}
              aria-hidden="true"
              data-full={isFull(spot.lesson) || undefined}
            >
              {!spot.lesson.is_active && 'Inactive · '}
              {spot.lesson.seats}/{spot.lesson.max_cap}
            </span>
          </LessonLink>
        ) : (
          view.onNew && (
            <button
              key={spot.key}
              type="button"
              className={styles.free}
              aria-label={`New lesson on ${formatDayOfWeek(day)}, ${row.tutor?.name || 'no tutor'}`}
              onClick={() => view.onNew?.({ on: day, ...(row.tutor && { by: row.tutor._id }) })}
              {...propsOf(spot)}
            />
          )
        ),
      )}
      {lands && (
        <span className={styles.landing} aria-hidden="true">
          <span className={styles.time}>{time(lands.scheduled_on)}</span>
          {formatDayOfWeek(day)}
        </span>
      )}
    </>
  );
};

/** The dragged lesson at the pointer, with whether the target tutor is free according to the loaded week. */
const Ghost = ({ lessons, otherTutors, moves: { moving } }: WeekViewProps) => {
  const { weekday, timeRange } = useFormats();
  const { business_time_zone: timeZone } = useSettings();
  if (moving?.by !== 'pointer' || moving.isDropped) return null;
  const { lesson, target, pointer } = moving;
  const tutor = [...lessons.flatMap((each) => each.tutor), ...otherTutors].find(
    ({ _id }) => _id === target.tutor,
  );
  const times = timesAt(lesson, target, timeZone);
  const isThere = tutor && isFree(lessons, tutor._id, { ...times, _id: lesson._id });
  return (
    <div
      className={styles.ghost}
      style={{ translate: `${pointer.x}px ${pointer.y}px` }}
      data-subject={lesson.class_obj.subject}
      aria-hidden="true"
    >
      <span className={styles.ghostLine}>{shortClassName(lesson.class_obj.name)}</span>
      <span className={styles.tip}>
        {weekday(times.scheduled_on)}, {timeRange(times.scheduled_on, times.ended_on)}
        {tutor && <span>{`${tutor.name} ${isThere ? 'is free' : 'teaches another lesson'}`}</span>}
      </span>
    </div>
  );
};
