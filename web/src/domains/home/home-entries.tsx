import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  followUpOwners,
  type FollowUpOwner,
  type HomePartName,
} from 'staffroom-contract/domains/home/home.rules.ts';
import { Banner } from '../../ui/banner.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { BirthdaysToday } from './birthdays-today.tsx';
import type { HomeEntry } from './home-columns.tsx';
import { WaitingPart, type Waiting } from './home-part.tsx';
import type { Home, Part } from './home.api.ts';
import { MissingAttendance } from './missing-attendance.tsx';
import { followUpColumns, followUpPanel, followUpTitles } from './my-follow-ups.tsx';
import { Attention } from './orders-needing-attention.tsx';
import { QuarantinedJobs } from './quarantined-jobs.tsx';
import { TodaysLessons } from './todays-lessons.tsx';
import { MyClasses, MyWeek, NextLesson, NextLessonWaiting } from './tutor-day.tsx';
import { HomeworkToMark, NewFeedback } from './tutor-work.tsx';

/** The parts of the day. */
export type Day = {
  followUps: Part<'follow_ups'>;
  lessons: Part<'lessons'>;
  orders: Part<'orders'>;
  attendance: Part<'attendance'>;
  birthdays: Part<'birthdays'>;
  tutor: Part<'tutor'>;
  jobs: Part<'quarantined_jobs'>;
  backup: Part<'backup'>;
};

/** The places of all panels: work to do, and facts beside it. */
export const homeEntries = (day: Day, now: string): Record<'work' | 'facts', HomeEntry[]> => ({
  work: [
    entryOf('backup', day.backup, undefined, (backup) => <BackupProblems {...backup} />),
    entryOf(
      'jobs',
      day.jobs,
      waiting.jobs,
      (jobs) => jobs.length > 0 && <QuarantinedJobs jobs={jobs} />,
    ),
    {
      ...entryOf(
        'next',
        day.tutor,
        undefined,
        ({ next }) => next && <NextLesson next={next} now={now} />,
      ),
      placeholder: (height) =>
        day.tutor.isShown && height !== 0 && <NextLessonWaiting height={height} />,
    },
    entryOf(
      'homework',
      day.tutor,
      waiting.homework,
      ({ homework }) => homework.count > 0 && <HomeworkToMark homework={homework} />,
    ),
    entryOf(
      'feedback',
      day.tutor,
      waiting.feedback,
      ({ feedback }) => feedback.count > 0 && <NewFeedback feedback={feedback} />,
    ),
    ...followUpOwners.map((whose) =>
      entryOf(whose, day.followUps, waiting[whose], (followUps) => followUpPanel(followUps, whose)),
    ),
    entryOf(
      'orders',
      day.orders,
      waiting.orders,
      (orders) => orders.count > 0 && <Attention orders={orders} now={now} />,
    ),
    entryOf(
      'attendance',
      day.attendance,
      waiting.attendance,
      (attendance) => attendance.count > 0 && <MissingAttendance attendance={attendance} />,
    ),
  ],
  facts: [
    entryOf(
      'lessons',
      day.lessons,
      waiting.lessons,
      (lessons) =>
        lessons.count > 0 && (
          <TodaysLessons lessons={lessons} now={now} isOwn={day.tutor.isShown} />
        ),
    ),
    entryOf(
      'week',
      day.tutor,
      waiting.week,
      ({ week }) => week.length > 0 && <MyWeek lessons={week} />,
    ),
    entryOf(
      'classes',
      day.tutor,
      waiting.classes,
      ({ classes }) => classes.length > 0 && <MyClasses classes={classes} />,
    ),
    entryOf(
      'birthdays',
      day.birthdays,
      waiting.birthdays,
      (birthdays) => birthdays.count > 0 && <BirthdaysToday birthdays={birthdays} />,
    ),
  ],
});

/** Warns an Admin of a last backup that is older than a day, and of a log of PostgreSQL that is not archived. */
const BackupProblems = ({ last, archive_fails: fails }: NonNullable<Home['backup']>) => (
  <Stack>
    {last !== null && (
      <Banner tone="warning" title="The last backup is older than a day">
        It was made on <Moment at={last} />. Check the schedule that runs it. <SystemHealth />
      </Banner>
    )}
    {fails && (
      <Banner tone="warning" title="The log of the database is not archived">
        Recent changes are only on this machine. Check the archive and its disk. <SystemHealth />
      </Banner>
    )}
  </Stack>
);

const SystemHealth = () => (
  <QuietLink to="/admin/system" data-in-sentence>
    System health
  </QuietLink>
);

/** The place of a panel that is a part, or one of several of a part. */
const entryOf = <Name extends HomePartName>(
  key: string,
  { isShown, isRetrying, data, state }: Part<Name>,
  waits: Rare | undefined,
  panel: (data: NonNullable<Home[Name]>) => ReactNode,
): HomeEntry => {
  const isFailed = isShown && data === null && state.status === 'error';
  const loading = { ...state, status: 'loading' } as const;
  const loaded = () => {
    if (data) return panel(data) || null;
    // One panel of a part shows the error.
    if (isFailed)
      return waits && !waits.isRare ? <WaitingPart waiting={waits} state={state} /> : null;
    return undefined;
  };
  return {
    key,
    isFailed,
    isRetrying,
    panel: isShown ? loaded() : null,
    placeholder: (height) =>
      isShown && waits && height !== 0 && (height !== undefined || !waits.isRare) ? (
        <WaitingPart waiting={waits} state={loading} height={height} />
      ) : null,
  };
};

/** A rare panel has a placeholder only if the last visit had the panel. */
type Rare = Waiting & { isRare?: boolean };

const followUps = (whose: FollowUpOwner): Rare => ({
  title: followUpTitles[whose],
  noun: 'follow-ups',
  columns: followUpColumns,
  cells: ['short', 'line', 'line', 'wide', 'pill'],
  rows: 7,
  stacks: true,
  isRare: whose !== 'mine',
});

/** Placeholders in the columns of the panels, with the usual number of rows. */
const waiting = {
  jobs: {
    title: 'Background jobs stopped',
    noun: 'stopped jobs',
    columns: 'minmax(0, 1.2fr) minmax(0, 1fr) 160px minmax(0, 1.6fr)',
    cells: ['line', 'line', 'line', 'line'],
    rows: 1,
    isRare: true,
  },
  mine: followUps('mine'),
  unassigned: followUps('unassigned'),
  others: followUps('others'),
  orders: {
    title: 'Orders needing attention',
    noun: 'orders',
    columns: '80px minmax(0, 1fr) minmax(0, 1.2fr) 190px 92px',
    cells: ['pill', 'line', 'line', 'line', 'short'],
    rows: 5,
    stacks: true,
  },
  attendance: {
    title: 'Attendance missing',
    noun: 'lessons without attendance',
    columns: '100px minmax(0, 1fr) minmax(0, 1fr) 160px 132px',
    cells: ['short', 'line', 'line', 'line', 'pill'],
    rows: 3,
    stacks: true,
  },
  lessons: {
    title: 'Today’s lessons',
    noun: 'lessons',
    columns: '54px minmax(0, 1fr) 88px',
    cells: ['line', 'lines', 'lines'],
    rows: 6,
    isOfLessons: true,
  },
  birthdays: {
    title: 'Birthdays today',
    noun: 'birthdays',
    columns: '32px minmax(0, 1fr) 52px 128px',
    cells: ['mark', 'line', 'line', 'line'],
    rows: 3,
  },
  homework: {
    title: 'Homework to mark',
    noun: 'homework',
    columns: '112px minmax(0, 1.2fr) minmax(0, 1fr) 132px 80px',
    cells: ['short', 'line', 'line', 'line', 'short'],
    rows: 4,
    stacks: true,
  },
  feedback: {
    title: 'New feedback',
    noun: 'feedback',
    columns: 'minmax(0, 1fr)',
    cells: ['lines'],
    rows: 2,
    isOfLessons: true,
    isRare: true,
  },
  week: {
    title: 'My week',
    noun: 'week',
    columns: '72px 24px minmax(0, 1fr)',
    cells: ['line', 'mark', 'line'],
    rows: 7,
  },
  classes: {
    title: 'My classes',
    noun: 'classes',
    columns: 'minmax(0, 1fr) 62px 76px',
    cells: ['line', 'line', 'line'],
    rows: 5,
  },
} satisfies Record<string, Rare>;
