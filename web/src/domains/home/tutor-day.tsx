import { IconArrowRight, IconChartBar } from '@tabler/icons-react';
import { Link, linkOptions } from '@tanstack/react-router';
import { joinProblem } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatDayOfWeek } from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { lessonCode, lessonLabel, untilWords } from '../lessons/lesson-words.ts';
import { clashesOf } from '../lessons/week/week-layout.ts';
import { trialWords } from './day-words.ts';
import {
  activeStudents,
  lessonsOfDay,
  lessonsOfWeek,
  ongoingClasses,
  studentsOfHomework,
} from './day-rows.ts';
import type { Home } from './home.api.ts';
import { HomePart, MoreRows } from './home-part.tsx';
import lists from './home-lists.module.css';
import styles from './tutor-day.module.css';

type Tutor = NonNullable<Home['tutor']>;
type Next = NonNullable<Tutor['next']>;

/** A Tutor's current or next lesson: time, place and students. */
export const NextLesson = ({ next, now }: { next: Next; now: string }) => {
  const { lesson, paying, trial, homework, poll } = next;
  const free = lesson.max_cap - lesson.seats;
  const isLive = lessonStateAt(lesson, now) === 'live';
  const problem = joinProblem(lesson, now);
  const lessonPage = linkOptions({
    to: '/course/$classId/lesson/$lessonId',
    params: { classId: lesson.class, lessonId: lesson._id },
  });
  return (
    <section
      className={styles.next}
      data-subject={lesson.class_obj.subject}
      aria-label="Next lesson"
    >
      <div className={styles.nextHead}>
        <div>
          <p className={styles.nextKind}>
            Next lesson{' '}
            {problem ? (
              <Tag warning>{problem}</Tag>
            ) : (
              <Tag accent>{isLive ? 'Live' : untilWords(lesson, now)}</Tag>
            )}
          </p>
          <h2 className={styles.nextName}>{lesson.class_obj.name}</h2>
          <p className={styles.nextWhen}>
            {lessonLabel(lesson)} · <Day of={lesson} />{' '}
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
          </p>
        </div>
        <div className={styles.nextActs}>
          <LinkButton
            {...lessonPage}
            search={{ tab: 'polls' }}
            variant="default"
            leftSection={<IconChartBar size={16} stroke={1.7} />}
          >
            Poll questions
          </LinkButton>
          <LinkButton
            {...lessonPage}
            variant="filled"
            rightSection={<IconArrowRight size={16} stroke={1.7} />}
          >
            Open lesson
          </LinkButton>
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Students</dt>
          <dd>
            <Link {...lessonPage}>{paying} paying</Link>,{' '}
            <Link {...lessonPage} search={{ tab: 'trial' }}>
              {trial.length} trial
            </Link>
          </dd>
          <dd>
            {free > 0 ? <Link {...lessonPage}>{formatCount(free, 'place')} free</Link> : 'Full'}
          </dd>
        </div>
        {trial.length > 0 && (
          <div>
            <dt>On trial</dt>
            <dd>{trial.map(({ name }) => name).join(', ')}</dd>
            <dd>{trialWords(trial)}</dd>
          </div>
        )}
        {homework && <HomeworkFact homework={homework} />}
        <div>
          <dt>Poll</dt>
          <dd>
            <Link {...lessonPage} search={{ tab: 'polls' }}>
              {poll.questions === 0
                ? 'No questions yet'
                : `${formatCount(poll.questions, 'question')} ready`}
            </Link>
          </dd>
          {poll.answered !== null && <dd>last time {poll.answered}% answered</dd>}
        </div>
      </dl>
    </section>
  );
};

/** The class's latest homework: submissions, and work to mark. */
const HomeworkFact = ({ homework }: { homework: NonNullable<Next['homework']> }) => {
  const { assigned, pending, submitted, resubmitted } = homework.stat;
  const waiting = submitted + resubmitted;
  return (
    <div>
      <dt>Homework of {lessonCode(homework.lesson)}</dt>
      <dd>
        <RowsLink {...studentsOfHomework(homework._id, 'handed-in')}>
          {assigned - pending} of {assigned} handed in
        </RowsLink>
      </dd>
      <dd>
        {waiting > 0 ? (
          <RowsLink {...studentsOfHomework(homework._id, 'to-mark')} className={lists.warning}>
            {waiting} to mark
          </RowsLink>
        ) : (
          'all marked'
        )}
      </dd>
    </div>
  );
};

/** "today", or the day of the week. */
const Day = ({ of: { scheduled_on: start } }: { of: Pick<LessonSummary, 'scheduled_on'> }) => {
  const { business_time_zone: zone } = useSettings();
  const day = businessDayOf(start, zone);
  return useToday() === day ? 'today' : formatDayOfWeek(day);
};

/** The days of a Tutor's week with the lessons' start times. */
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
      rows={lessonsOfWeek}
      about={<RowsLink {...lessonsOfWeek}>Week</RowsLink>}
    >
      <ol className={lists.rows}>
        {days.map((day) => {
          const own = lessons.filter((each) => businessDayOf(each.scheduled_on, zone) === day);
          const atOnce = new Set(clashesOf(own).flat()).size;
          return (
            <li key={day} className={styles.weekDay} data-today={day === today || undefined}>
              <strong>{shortName(day)}</strong>
              <strong>
                {own.length > 0 ? (
                  <RowsLink
                    {...lessonsOfDay(day)}
                    label={`${formatCount(own.length, 'lesson')} on ${formatDayOfWeek(day)}`}
                  >
                    {own.length}
                  </RowsLink>
                ) : (
                  '–'
                )}
              </strong>
              <span>{own.map((each) => time(each.scheduled_on)).join(', ')}</span>
              {atOnce > 0 && <span className={lists.warning}>{atOnce} at once</span>}
              {day === today && <Tag accent>Today</Tag>}
            </li>
          );
        })}
      </ol>
    </HomePart>
  );
};

/** "Mon 23", without the month. */
const shortName = (day: string) => formatDayOfWeek(day).split(' ').slice(0, 2).join(' ');

/** Number of classes that fit beside a week. */
const mostClasses = 8;

/** A Tutor's ongoing classes with student counts. */
export const MyClasses = ({ classes }: { classes: Tutor['classes'] }) => (
  <HomePart
    title="My classes"
    count={classes.length}
    rows={ongoingClasses}
    about={<RowsLink {...ongoingClasses}>Classes</RowsLink>}
  >
    <ul className={lists.rows}>
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
          <RowsLink
            {...activeStudents(_id)}
            label={`${students} of ${seats} seats of ${name}: the active students`}
          >
            {students} of {seats}
          </RowsLink>
        </li>
      ))}
    </ul>
    {classes.length > mostClasses && (
      <MoreRows rows={ongoingClasses}>
        {formatCount(classes.length - mostClasses, 'more class', 'more classes')}
      </MoreRows>
    )}
  </HomePart>
);
