import { Flex, Group, Stack, Text } from '@mantine/core';
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
import { StripFact } from '../../ui/fact-strip.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { isSoon, lessonCode, lessonLabel, untilWords } from '../lessons/lesson-words.ts';
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
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

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
      <Group gap="md" justify="space-between" wrap="wrap" p="lg">
        <div>
          <Group component="p" variant="label" c="var(--subject-text)">
            Next lesson{' '}
            {problem ? (
              <Tag warning>{problem}</Tag>
            ) : (
              (isLive || isSoon(lesson, now)) && (
                <Tag accent>{isLive ? 'Live' : untilWords(lesson, now)}</Tag>
              )
            )}
          </Group>
          <Text component="h2" variant="h2">
            {lesson.class_obj.name}
          </Text>
          <Text variant="meta" c="secondary">
            {lessonLabel(lesson)} · <Day of={lesson} />{' '}
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
          </Text>
        </div>
        <Group align="stretch" wrap="wrap">
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
        </Group>
      </Group>
      <Flex component="dl" className={styles.facts}>
        <StripFact
          label="Students"
          main={
            <>
              <Link {...lessonPage}>{paying} paying</Link>,{' '}
              <Link {...lessonPage} search={{ tab: 'trial' }}>
                {trial.length} trial
              </Link>
            </>
          }
          about={free > 0 ? <Link {...lessonPage}>{formatCount(free, 'place')} free</Link> : 'Full'}
        />
        {trial.length > 0 && (
          <StripFact
            label="On trial"
            main={trial.map(({ name }) => name).join(', ')}
            about={trialWords(trial)}
          />
        )}
        {homework && <HomeworkFact homework={homework} />}
        <StripFact
          label="Poll"
          main={
            <Link {...lessonPage} search={{ tab: 'polls' }}>
              {poll.questions === 0
                ? 'No questions yet'
                : `${formatCount(poll.questions, 'question')} ready`}
            </Link>
          }
          about={poll.answered !== null && `last time ${poll.answered}% answered`}
        />
      </Flex>
    </section>
  );
};

/** The placeholder of the next lesson. */
export const NextLessonWaiting = ({ height = 170 }: { height: number | undefined }) => (
  <Flex
    component="section"
    className={styles.next}
    direction="column"
    justify="space-between"
    h={height}
    aria-label="Next lesson"
    aria-busy="true"
  >
    <Stack p="lg">
      <SkeletonBar width="72px" />
      <SkeletonBar width={48} height={20} />
      <SkeletonBar width={36} />
    </Stack>
    <Group className={styles.facts} p="lg" gap="xl">
      {[64, 72, 88, 56].map((width) => (
        <SkeletonBar key={width} width={`${width}px`} />
      ))}
    </Group>
  </Flex>
);

/** The class's latest homework: submissions, and work to mark. */
const HomeworkFact = ({ homework }: { homework: NonNullable<Next['homework']> }) => {
  const { assigned, pending, submitted, resubmitted } = homework.stat;
  const waiting = submitted + resubmitted;
  return (
    <StripFact
      label={`Homework of ${lessonCode(homework.lesson)}`}
      main={
        <RowsLink {...studentsOfHomework(homework._id, 'handed-in')}>
          {assigned - pending} of {assigned} handed in
        </RowsLink>
      }
      about={
        waiting > 0 ? (
          <RowsLink {...studentsOfHomework(homework._id, 'to-mark')}>
            <Text span inherit c="warning">
              {waiting} to mark
            </Text>
          </RowsLink>
        ) : (
          'all marked'
        )
      }
    />
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
      <RowList columns={weekColumns} isOrdered>
        {days.map((day) => {
          const own = lessons.filter((each) => businessDayOf(each.scheduled_on, zone) === day);
          const atOnce = new Set(clashesOf(own).flat()).size;
          return (
            <li key={day} className={styles.row} data-figures>
              <Text span variant="strong" c={day === today ? 'accent' : 'bright'}>
                {shortName(day)}
              </Text>
              <span className={styles.strong}>
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
              </span>
              <span>{own.map((each) => time(each.scheduled_on)).join(', ')}</span>
              <span data-whole>
                {atOnce > 0 && <Tag warning>{atOnce} at once</Tag>}{' '}
                {day === today && <Tag accent>Today</Tag>}
              </span>
            </li>
          );
        })}
      </RowList>
    </HomePart>
  );
};

const weekColumns = 'max-content max-content minmax(0, 1fr) max-content';

/** "Mon 23", without the month. */
const shortName = (day: string) => formatDayOfWeek(day).split(' ').slice(0, 2).join(' ');

const classColumns = 'minmax(0, 1fr) 62px max-content';

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
    <RowList columns={classColumns}>
      {classes.slice(0, mostClasses).map(({ _id, name, students, max_cap: seats }) => (
        <li key={_id} className={styles.row} data-row data-figures tabIndex={-1}>
          <RecordLink to="class" id={_id} name={name} className={styles.strong} />
          <Meter
            label={`${students} of ${seats} seats of ${name}`}
            parts={[{ value: students, tone: 'accent' }]}
            total={seats}
          />
          <RowsLink
            {...activeStudents(_id)}
            label={`${students} of ${seats} seats of ${name}: the active students`}
          >
            {students} of {seats}
          </RowsLink>
        </li>
      ))}
    </RowList>
    {classes.length > mostClasses && (
      <MoreRows rows={ongoingClasses}>
        {formatCount(classes.length - mostClasses, 'more class', 'more classes')}
      </MoreRows>
    )}
  </HomePart>
);
