import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Children, type ComponentProps, type ReactNode } from 'react';
import type { HomePartName } from 'staffroom-contract/domains/home/home.rules.ts';
import { can, mayOpen, type ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { useWide } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { BirthdaysToday } from '../../domains/home/birthdays-today.tsx';
import { Figures } from '../../domains/home/figures.tsx';
import { homeQuery, useHomePart, type Home, type Part } from '../../domains/home/home.api.ts';
import { WaitingPart } from '../../domains/home/home-part.tsx';
import { MissingAttendance } from '../../domains/home/missing-attendance.tsx';
import { followUpColumns, followUpPanels } from '../../domains/home/my-follow-ups.tsx';
import { Attention } from '../../domains/home/orders-needing-attention.tsx';
import { FailingArchive, OldBackup } from '../../domains/home/old-backup.tsx';
import { QuarantinedJobs } from '../../domains/home/quarantined-jobs.tsx';
import { TodaysLessons } from '../../domains/home/todays-lessons.tsx';
import { MyClasses, MyWeek, NextLesson } from '../../domains/home/tutor-day.tsx';
import { HomeworkToMark, NewFeedback } from '../../domains/home/tutor-work.tsx';
import styles from '../../domains/home/home.module.css';

/** The signed-in user's day: work to do and lessons, as far as permitted. Each panel loads by itself. */
const HomeScreen = () => {
  const user = useSessionUser();
  const { business_time_zone: zone } = useSettings();
  const now = useNow();
  const day = useDay();
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const work = workOf(day, now);
  const facts = factsOf(day, now);
  const isQuiet = work.length + facts.length === 0;
  const keys = useRowKeys<HTMLDivElement>(!isQuiet);
  return (
    <Page
      title={user.name ? `${greetingAt(hour)}, ${user.name}` : greetingAt(hour)}
      beside={
        <Text span variant="body" c="secondary">
          <Moment at={now} />
        </Text>
      }
      secondary={!isQuiet && <Keys />}
    >
      {isQuiet ? (
        <ScreenLinks />
      ) : (
        <Stack ref={keys} data-rows>
          {!day.tutor.isShown && (
            <Figures
              followUps={day.followUps}
              lessons={day.lessons}
              orders={day.orders}
              attendance={day.attendance}
              now={now}
            />
          )}
          <Columns work={work} facts={facts} />
        </Stack>
      )}
    </Page>
  );
};

/** The parts of the day; those that the role lacks are not requested. */
const useDay = () => {
  const rights = rightsOf(useSessionUser());
  const opens = (route: ScreenRoute) => mayOpen(rights, route);
  return {
    followUps: useHomePart(
      'follow_ups',
      opens('/tickets/trial') ||
        opens('/tickets/renewal') ||
        (opens('/feedback') && can(rights, 'feedback.canFollowUp')),
    ),
    lessons: useHomePart('lessons', opens('/lessons')),
    orders: useHomePart('orders', opens('/orders')),
    attendance: useHomePart('attendance', opens('/lessons')),
    birthdays: useHomePart('birthdays', opens('/user')),
    tutor: useHomePart('tutor', rights.role === 'Tutor'),
    jobs: useHomePart('quarantined_jobs', rights.role === 'Admin'),
    backup: useHomePart('backup', rights.role === 'Admin'),
  };
};

type Day = ReturnType<typeof useDay>;

/** Work beside facts. In one column today's lessons follow the first panel of work (picture 10d). */
const Columns = ({ work, facts }: Record<'work' | 'facts', readonly ReactNode[]>) =>
  useWide() ? (
    <div className={styles.columns}>
      {work.length > 0 && <Stack>{work}</Stack>}
      {facts.length > 0 && <Stack>{facts}</Stack>}
    </div>
  ) : (
    <Stack>
      {[...work.slice(0, 1), ...facts.slice(0, 1), ...work.slice(1), ...facts.slice(1)]}
    </Stack>
  );

/** The panels of a part, or its placeholder; none without access or content. */
const panelsOf = <Name extends HomePartName>(
  part: Part<Name>,
  waiting: Omit<ComponentProps<typeof WaitingPart>, 'part'>[],
  panels: (data: NonNullable<Home[Name]>) => ReactNode,
): ReactNode[] => {
  if (!part.isShown) return [];
  if (part.data) return Children.toArray(panels(part.data));
  return waiting.map((props) => <WaitingPart key={props.title} part={part} {...props} />);
};

const workOf = (day: Day, now: string) => [
  // Rarely any, so without a placeholder.
  ...panelsOf(day.backup, [], ({ last, archive_fails: fails }) => [
    last !== null && <OldBackup key="backup" last={last} />,
    fails && <FailingArchive key="archive" />,
  ]),
  ...panelsOf(
    day.jobs,
    [],
    (jobs) => jobs.length > 0 && <QuarantinedJobs key="jobs" jobs={jobs} />,
  ),
  ...panelsOf(day.tutor, [waitingParts.homework], ({ next, homework, feedback }) => [
    next && <NextLesson key="next" next={next} now={now} />,
    homework.count > 0 && <HomeworkToMark key="homework" homework={homework} />,
    feedback.count > 0 && <NewFeedback key="feedback" feedback={feedback} />,
  ]),
  ...panelsOf(day.followUps, [waitingParts.followUps], followUpPanels),
  ...panelsOf(
    day.orders,
    [waitingParts.orders],
    (orders) => orders.count > 0 && <Attention key="orders" orders={orders} now={now} />,
  ),
  ...panelsOf(
    day.attendance,
    [waitingParts.attendance],
    (attendance) =>
      attendance.count > 0 && <MissingAttendance key="attendance" attendance={attendance} />,
  ),
];

const factsOf = (day: Day, now: string) => [
  ...panelsOf(
    day.lessons,
    [waitingParts.lessons],
    (lessons) =>
      lessons.count > 0 && (
        <TodaysLessons key="lessons" lessons={lessons} now={now} isOwn={day.tutor.isShown} />
      ),
  ),
  ...panelsOf(day.tutor, [waitingParts.week, waitingParts.classes], ({ week, classes }) => [
    week.length > 0 && <MyWeek key="week" lessons={week} />,
    classes.length > 0 && <MyClasses key="classes" classes={classes} />,
  ]),
  ...panelsOf(
    day.birthdays,
    [waitingParts.birthdays],
    (birthdays) => birthdays.count > 0 && <BirthdaysToday key="birthdays" birthdays={birthdays} />,
  ),
];

/** Placeholders in the columns of the panels, with the usual number of rows. */
const waitingParts = {
  followUps: {
    title: 'My follow-ups',
    noun: 'follow-ups',
    columns: followUpColumns,
    cells: ['short', 'line', 'line', 'wide', 'pill'],
    rows: 7,
    stacks: true,
  },
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
    height: 46,
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
} satisfies Record<string, Omit<ComponentProps<typeof WaitingPart>, 'part'>>;

const Keys = () => (
  <Group
    component="p"
    mih="var(--control-height)"
    variant="meta"
    c="dimmed"
    visibleFrom="sm"
    aria-hidden="true"
  >
    <KeyHint keys="J" /> <KeyHint keys="K" /> move <KeyHint keys="↵" /> open
  </Group>
);

/** Greeting for an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** Links to the user's screens, for a day without content. */
const ScreenLinks = () => {
  const rights = rightsOf(useSessionUser());
  const groups = visibleMenu((route) => mayOpen(rights, route));
  return (
    <Stack maw={480}>
      <Panel>
        <PanelHeader>
          <Flex component="h2" gap="sm" align="center" variant="title">
            Your screens
          </Flex>
        </PanelHeader>
        <Box component="ul" p="sm">
          {groups.flatMap((group) =>
            group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className={styles.screen}>
                  {'icon' in entry ? (
                    <entry.icon size={17} stroke={1.7} aria-hidden="true" />
                  ) : undefined}
                  <Box component="span" flex={1}>
                    {entry.label}
                  </Box>
                  <KeyHint keys={entry.keys.toUpperCase()} plain />
                </Link>
              </li>
            )),
          )}
          <li>
            <Link to="/profile" className={styles.screen}>
              <IconUserCircle size={17} stroke={1.7} aria-hidden="true" />
              <Box component="span" flex={1}>
                Profile
              </Box>
            </Link>
          </li>
        </Box>
      </Panel>
      <Text variant="meta" c="dimmed" visibleFrom="sm">
        Press <KeyHint keys="?" /> for the keyboard shortcuts.
      </Text>
    </Stack>
  );
};

/** Few enough to leave connections for the session and the code. */
const firstParts = ['follow_ups', 'lessons', 'orders'] as const;

/** Home: open to all who are signed in (part 1 §6). */
export const Route = createFileRoute('/_signed-in/')({
  staticData: { prefetch: () => firstParts.map(homeQuery) },
  component: HomeScreen,
});
