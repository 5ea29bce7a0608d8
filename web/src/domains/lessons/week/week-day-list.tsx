import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { Link } from '@tanstack/react-router';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { lessonLabel } from '../lesson-words.ts';
import { holidayOf, isFull } from './week-layout.ts';
import { Full, useLessonWords, type WeekViewProps } from './week-parts.tsx';
import { daysOfWeek, mondayOf, shownDayOf, withDay, type WeekSearch } from './week-search.ts';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: readonly LessonSummary[];
};

/** The days of the week with their numbers of lessons, one of them chosen; steps lead beyond the week too. */
export const DayChoice = ({ search, onSearch, lessons }: Props) => {
  const today = useToday();
  const { business_time_zone: timeZone } = useSettings();
  const shown = shownDayOf(search, today);
  const to = (day: string) => () => onSearch(withDay(search, day, today));
  return (
    <>
      <div className={styles.dayButtons} role="group" aria-label="Day">
        {daysOfWeek(mondayOf(search, today)).map((day) => {
          const count = onDay(lessons, day, timeZone).length;
          return (
            <button
              key={day}
              type="button"
              className={styles.dayButton}
              aria-pressed={day === shown}
              data-today={day === today || undefined}
              onClick={to(day)}
            >
              <VisuallyHidden>
                {formatDayOfWeek(day)}, {formatCount(count, 'lesson')}
              </VisuallyHidden>
              <span className={styles.shown} aria-hidden="true">
                <span>{formatDayOfWeek(day).charAt(0)}</span>
                <strong>{Number(day.slice(8))}</strong>
                <span>{count}</span>
              </span>
            </button>
          );
        })}
      </div>
      <div className={styles.dayStep}>
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Previous day"
          onClick={to(addDays(shown, -1))}
        >
          <IconChevronLeft size={16} stroke={1.7} />
        </ActionIcon>
        <DayWords day={shown} lessons={onDay(lessons, shown, timeZone)} />
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Next day"
          onClick={to(addDays(shown, 1))}
        >
          <IconChevronRight size={16} stroke={1.7} />
        </ActionIcon>
      </div>
    </>
  );
};

const onDay = (lessons: readonly LessonSummary[], day: string, timeZone: string) =>
  lessons.filter(({ scheduled_on }) => businessDayOf(scheduled_on, timeZone) === day);

const DayWords = ({ day, lessons }: { day: string; lessons: readonly LessonSummary[] }) => {
  const full = lessons.filter(isFull).length;
  return (
    <span className={styles.dayWords}>
      <strong>{formatDayOfWeek(day)}</strong>
      <span>
        {[
          formatCount(lessons.length, 'lesson'),
          ...(full > 0 ? [`${full} full`] : []),
          ...[holidayOf(day)?.name ?? []].flat(),
        ].join(' · ')}
      </span>
    </span>
  );
};

type ListProps = Omit<Props, 'onSearch'> & Pick<WeekViewProps, 'onNew'>;

/** A phone's day: its lessons below each other, each with its times, class, tutors and seats; managers begin new ones. */
export const DayList = ({ search, lessons, onNew }: ListProps) => {
  const { business_time_zone: timeZone } = useSettings();
  const day = shownDayOf(search, useToday());
  const { time } = useFormats();
  const wordsOf = useLessonWords();
  const id = useId();
  const shown = onDay(lessons, day, timeZone);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.caption}>
        {formatDayOfWeek(day)}
      </h3>
      {shown.length === 0 && <p className={styles.noLessons}>No lessons on this day</p>}
      <ol className={styles.rows}>
        {shown.map((lesson) => (
          <li key={lesson._id}>
            <Link
              to="/course/$classId/lesson/$lessonId"
              params={{ classId: lesson.class, lessonId: lesson._id }}
              className={styles.row}
              data-subject={lesson.class_obj.subject}
            >
              <VisuallyHidden>{wordsOf(lesson)}</VisuallyHidden>
              <span className={styles.shown} aria-hidden="true">
                <span className={styles.rowTimes}>
                  <strong>{time(lesson.scheduled_on)}</strong>
                  <span>{time(lesson.ended_on)}</span>
                </span>
                <span className={styles.rowBar} />
                <span className={styles.rowWords}>
                  <strong>{lesson.class_obj.name}</strong>
                  <span className={styles.rowAbout}>
                    <span>{lessonLabel(lesson)}</span>
                    {lesson.tutor.length > 0 ? (
                      <span> · {lesson.tutor.map(({ name }) => name).join(', ')}</span>
                    ) : (
                      <span className={styles.clash}> · No tutor</span>
                    )}
                  </span>
                </span>
                <span className={styles.rowSeats}>
                  {isFull(lesson) && <Full />}
                  {!lesson.is_active && <span>Inactive</span>}
                  <span>
                    {lesson.seats} of {lesson.max_cap}
                  </span>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {onNew && (
        <button
          type="button"
          className={styles.newOnDay}
          aria-label={`New lesson on ${formatDayOfWeek(day)}`}
          onClick={() => onNew({ on: day, by: search.tutor })}
        >
          <IconPlus size={16} stroke={1.7} aria-hidden="true" />
          Lesson
        </button>
      )}
    </section>
  );
};
