import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { Link } from '@tanstack/react-router';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { lessonLabel } from '../lesson-words.ts';
import { holidayOf, isFull } from './week-layout.ts';
import { Full, useLessonWords, type OtherTutor, type WeekViewProps } from './week-parts.tsx';
import { daysOfWeek, mondayOf, shownDayOf, withDay, type WeekSearch } from './week-search.ts';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: readonly LessonSummary[];
};

/** The days of the week with lesson counts, one selected; steps continue into other weeks. */
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

type ListProps = Omit<Props, 'onSearch'> & Pick<WeekViewProps, 'onNew' | 'otherTutors'>;

/** A phone's day: lessons with times, class, tutors and seats; managers can begin new ones. */
export const DayList = ({ search, lessons, otherTutors, onNew }: ListProps) => {
  const { business_time_zone: timeZone } = useSettings();
  const day = shownDayOf(search, useToday());
  const { time } = useFormats();
  const wordsOf = useLessonWords();
  const id = useId();
  const shown = onDay(lessons, day, timeZone);
  const busy = new Set(shown.flatMap(({ tutor }) => tutor.map(({ _id }) => _id)));
  const without = otherTutors.filter(({ _id }) => !busy.has(_id));
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
      {without.length > 0 && (
        <div className={styles.without}>
          <h4>Tutors without lessons on this day</h4>
          <ul>
            {without.map((tutor) => (
              <FreeTutor
                key={tutor._id}
                tutor={tutor}
                day={day}
                count={lessons.filter((each) => isTaughtBy(each, tutor)).length}
                onNew={onNew}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
};

const isTaughtBy = ({ tutor }: LessonSummary, { _id }: OtherTutor) =>
  tutor.some((each) => each._id === _id);

type FreeTutorProps = Pick<WeekViewProps, 'onNew'> & {
  tutor: OtherTutor;
  day: string;
  /** The tutor's number of lessons in the week. */
  count: number;
};

/** A tutor without lessons on the day: subjects, lessons in the week, links to their week and to a new lesson. */
const FreeTutor = ({ tutor: { _id, name, subjects }, day, count, onNew }: FreeTutorProps) => (
  <li className={styles.freeTutor}>
    <span className={styles.freeWords}>
      <RecordLink to="tutor" id={_id} name={name} className={styles.freeName} />
      <span>{subjects.join(', ') || 'No subjects'}</span>
      <span className={styles.freeWeek}>
        <span className={styles.freeState}>
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          Free
        </span>
        <span aria-hidden="true">·</span>
        <Link
          from="/lessons"
          to="/lessons"
          search={(current) => ({ ...current, view: 'week' as const, tutor: _id })}
          aria-label={`Week of ${name}: ${weekWords(count)}`}
        >
          {weekWords(count)}
        </Link>
      </span>
    </span>
    {onNew && (
      <button
        type="button"
        className={styles.newOnDay}
        aria-label={`New lesson on ${formatDayOfWeek(day)}, ${name}`}
        onClick={() => onNew({ on: day, by: _id })}
      >
        <IconPlus size={16} stroke={1.7} aria-hidden="true" />
        Lesson
      </button>
    )}
  </li>
);

const weekWords = (count: number) =>
  count === 0 ? 'no lessons in this week' : `${formatCount(count, 'lesson')} in this week`;
