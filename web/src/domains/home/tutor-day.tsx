import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf, weekOf } from '@staffroom/contract/shared/dates.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatDayOfWeek } from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { lessonLabel, untilWords } from '../lessons/lesson-words.ts';
import { clashesOf } from '../lessons/week/week-layout.ts';
import { trialWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './home.module.css';

type Tutor = NonNullable<Home['tutor']>;
type Next = NonNullable<Tutor['next']>;

/** A Tutor's lesson that takes place now or is next: when, where, and who comes. */
export const NextLesson = ({ next, now }: { next: Next; now: string }) => {
  const { lesson, paying, trial } = next;
  const free = lesson.max_cap - lesson.seats;
  const isLive = lessonStateAt(lesson, now) === 'live';
  return (
    <section
      className={styles.next}
      data-subject={lesson.class_obj.subject}
      aria-label="Next lesson"
    >
      <div className={styles.nextHead}>
        <div>
          <p className={styles.nextKind}>
            Next lesson <Tag accent>{isLive ? 'Live' : untilWords(lesson, now)}</Tag>
          </p>
          <h2 className={styles.nextName}>{lesson.class_obj.name}</h2>
          <p className={styles.nextWhen}>
            {lessonLabel(lesson)} · <Day of={lesson} />{' '}
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
          </p>
        </div>
        <LinkButton
          to="/course/$classId/lesson/$lessonId"
          params={{ classId: lesson.class, lessonId: lesson._id }}
          variant="filled"
          rightSection={<IconArrowRight size={16} stroke={1.7} />}
        >
          Open lesson
        </LinkButton>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Students</dt>
          <dd>{`${paying} paying, ${trial.length} trial`}</dd>
          <dd>{free > 0 ? `${formatCount(free, 'place')} free` : 'Full'}</dd>
        </div>
        {trial.length > 0 && (
          <div>
            <dt>On trial</dt>
            <dd>{trial.map(({ name }) => name).join(', ')}</dd>
            <dd>{trialWords(trial)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
};

/** "today", or the day's name. */
const Day = ({ of: { scheduled_on: start } }: { of: Pick<LessonSummary, 'scheduled_on'> }) => {
  const { business_time_zone: zone } = useSettings();
  const day = businessDayOf(start, zone);
  return useToday() === day ? 'today' : formatDayOfWeek(day);
};

/** Each day of a Tutor's week with the times at which lessons begin. */
export const MyWeek = ({ lessons }: { lessons: readonly LessonSummary[] }) => {
  const { business_time_zone: zone } = useSettings();
  const today = useToday();
  const { time } = useFormats();
  const monday = weekOf(today).start;
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  return (
    <HomePart
      title="My week"
      count={lessons.length}
      about={
        <Link to="/lessons" search={{ view: 'week' }}>
          Week
        </Link>
      }
    >
      <ol className={styles.rows}>
        {days.map((day) => {
          const own = lessons.filter((each) => businessDayOf(each.scheduled_on, zone) === day);
          const atOnce = new Set(clashesOf(own).flat()).size;
          return (
            <li key={day} className={styles.weekDay} data-today={day === today || undefined}>
              <strong>{shortName(day)}</strong>
              <strong>{own.length || '–'}</strong>
              <span>{own.map((each) => time(each.scheduled_on)).join(', ')}</span>
              {atOnce > 0 && <span className={styles.warning}>{atOnce} at once</span>}
              {day === today && <Tag accent>Today</Tag>}
            </li>
          );
        })}
      </ol>
    </HomePart>
  );
};

/** "Mon 23", where the month is known. */
const shortName = (day: string) => formatDayOfWeek(day).split(' ').slice(0, 2).join(' ');

/** As many classes as stand beside a week. */
const mostClasses = 8;

/** A Tutor's classes that go on, and how many students each has. */
export const MyClasses = ({ classes }: { classes: Tutor['classes'] }) => (
  <HomePart title="My classes" count={classes.length} about={<Link to="/course">Classes</Link>}>
    <ul className={styles.rows}>
      {classes.slice(0, mostClasses).map(({ _id, name, students, max_cap: seats }) => (
        <li key={_id} className={styles.class} data-row tabIndex={-1}>
          <RecordLink to="class" id={_id} name={name} />
          <span className={styles.meter}>
            <Meter
              label={`${students} of ${seats} seats of ${name}`}
              parts={[{ value: students, tone: 'accent' }]}
              total={seats}
            />
          </span>
          <span>
            {students} of {seats}
          </span>
        </li>
      ))}
    </ul>
    {classes.length > mostClasses && (
      <Link to="/course" className={styles.more}>
        {formatCount(classes.length - mostClasses, 'more class', 'more classes')}
      </Link>
    )}
  </HomePart>
);
