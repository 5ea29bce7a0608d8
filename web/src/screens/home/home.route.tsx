import { IconCake, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { useNow } from '../../lib/use-now.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { birthdaysToday } from '../../domains/home/day-rows.ts';
import { Figures } from '../../domains/home/figures.tsx';
import { homeQuery, type Home } from '../../domains/home/home.api.ts';
import { HomePart, MoreRows } from '../../domains/home/home-part.tsx';
import { MissingAttendance } from '../../domains/home/missing-attendance.tsx';
import { MyFollowUps } from '../../domains/home/my-follow-ups.tsx';
import { Attention } from '../../domains/home/orders-needing-attention.tsx';
import { QuarantinedJobs } from '../../domains/home/quarantined-jobs.tsx';
import { TodaysLessons } from '../../domains/home/todays-lessons.tsx';
import { MyClasses, MyWeek, NextLesson } from '../../domains/home/tutor-day.tsx';
import { HomeworkToMark, NewFeedback } from '../../domains/home/tutor-work.tsx';
import lists from '../../domains/home/home-lists.module.css';
import styles from '../../domains/home/home.module.css';

/** The signed-in user's day: work to do and lessons, as far as permitted. */
const HomeScreen = () => {
  const user = useSessionUser();
  const { business_time_zone: zone } = useSettings();
  const now = useNow();
  const query = useQuery(homeQuery);
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const day = query.data?.data ?? nothing;
  const isQuiet = isEmpty(day);
  const isNarrow = useNarrow();
  const keys = useRowKeys<HTMLDivElement>(!isQuiet);
  return (
    <Page
      title={user.name ? `${greetingAt(hour)}, ${user.name}` : greetingAt(hour)}
      beside={
        <span className={styles.day}>
          <Moment at={now} />
        </span>
      }
      secondary={!isQuiet && !isNarrow && <Keys />}
    >
      <ListStates
        state={listStateOf(query)}
        noun="day"
        isEmpty={isQuiet}
        empty={<ScreenLinks />}
        skeleton={<HomeSkeleton />}
      >
        <div ref={keys} className={styles.home} data-rows>
          {!day.tutor && <Figures {...day} now={now} />}
          <Panels {...day} now={now} />
        </div>
      </ListStates>
    </Page>
  );
};

const nothing: Home = {
  follow_ups: null,
  lessons: null,
  orders: null,
  attendance: null,
  birthdays: null,
  tutor: null,
  quarantined_jobs: null,
};

const totalOf = (followUps: Home['follow_ups']) =>
  followUps ? followUps.overdue + followUps.today + followUps.open : 0;

/** Whether the day has nothing to show; links to screens are shown instead. */
const isEmpty = (day: Home) => {
  const { follow_ups, lessons, orders, attendance, birthdays, tutor, quarantined_jobs } = day;
  return (
    totalOf(follow_ups) === 0 &&
    !quarantined_jobs?.length &&
    !lessons?.count &&
    !orders?.count &&
    !attendance?.count &&
    !birthdays?.count &&
    !(
      tutor &&
      (tutor.next ||
        tutor.week.length > 0 ||
        tutor.classes.length > 0 ||
        tutor.homework.count > 0 ||
        tutor.feedback.count > 0)
    )
  );
};

type DayProps = Home & { now: string };

/** Work and facts side by side; empty parts are left out. */
const Panels = (day: DayProps) => {
  const work = workOf(day);
  const facts = factsOf(day);
  const isNarrow = useNarrow();
  // On phones today's lessons follow the first panel of work (picture 10d).
  if (isNarrow)
    return (
      <div className={styles.column}>
        {[...work.slice(0, 1), ...facts.slice(0, 1), ...work.slice(1), ...facts.slice(1)]}
      </div>
    );
  return (
    <div className={styles.columns}>
      {work.length > 0 && <div className={styles.column}>{work}</div>}
      {facts.length > 0 && <div className={styles.column}>{facts}</div>}
    </div>
  );
};

const workOf = ({
  follow_ups: followUps,
  orders,
  attendance,
  tutor,
  quarantined_jobs: stopped,
  now,
}: DayProps) =>
  [
    stopped && stopped.length > 0 && <QuarantinedJobs key="jobs" jobs={stopped} />,
    tutor?.next && <NextLesson key="next" next={tutor.next} now={now} />,
    followUps && totalOf(followUps) > 0 && <MyFollowUps key="follow-ups" followUps={followUps} />,
    tutor && tutor.homework.count > 0 && (
      <HomeworkToMark key="homework" homework={tutor.homework} />
    ),
    orders && orders.count > 0 && <Attention key="orders" orders={orders} now={now} />,
    attendance && attendance.count > 0 && (
      <MissingAttendance key="attendance" attendance={attendance} />
    ),
    tutor && tutor.feedback.count > 0 && <NewFeedback key="feedback" feedback={tutor.feedback} />,
  ].filter(Boolean);

const factsOf = ({ lessons, birthdays, tutor, now }: DayProps) =>
  [
    lessons && lessons.count > 0 && (
      <TodaysLessons key="lessons" lessons={lessons} now={now} isOwn={tutor !== null} />
    ),
    tutor && tutor.week.length > 0 && <MyWeek key="week" lessons={tutor.week} />,
    tutor && tutor.classes.length > 0 && <MyClasses key="classes" classes={tutor.classes} />,
    birthdays && birthdays.count > 0 && <BirthdaysToday key="birthdays" birthdays={birthdays} />,
  ].filter(Boolean);

/** Students with a birthday today and their contacts. */
const BirthdaysToday = ({ birthdays }: { birthdays: NonNullable<Home['birthdays']> }) => {
  const all = useMayOpen()('/ops');
  const more = birthdays.count - birthdays.data.length;
  return (
    <HomePart
      title="Birthdays today"
      count={birthdays.count}
      rows={birthdaysToday}
      about={
        all && (
          <Link to="/ops" search={{ tab: 'birthdays' }}>
            Ops
          </Link>
        )
      }
    >
      <ul className={lists.rows}>
        {birthdays.data.map((student) => (
          <li key={student._id} className={lists.birthday} data-row tabIndex={-1}>
            <IconCake size={16} stroke={1.7} aria-hidden="true" />
            <RecordLink
              to="student"
              id={student._id}
              name={student.name || student.email}
              className={lists.strong}
              opensRow
            />
            <span>turns {student.turns}</span>
            <span className={lists.phone}>{formatPhone(student) || '–'}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <MoreRows rows={birthdaysToday}>{formatCount(more, 'more student')}</MoreRows>}
    </HomePart>
  );
};

const Keys = () => (
  <p className={styles.keys} aria-hidden="true">
    <KeyHint keys="J" /> <KeyHint keys="K" /> move <KeyHint keys="↵" /> open
  </p>
);

/** Greeting for an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** Links to the user's screens, for a day without content. */
const ScreenLinks = () => {
  const rights = rightsOf(useSessionUser());
  const groups = visibleMenu((route) => mayOpen(rights, route));
  return (
    <div className={styles.panel}>
      <Panel>
        <PanelHeader>
          <h2 className={styles.heading}>Your screens</h2>
        </PanelHeader>
        <ul className={styles.links}>
          {groups.flatMap((group) =>
            group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className={styles.link}>
                  {'icon' in entry ? (
                    <entry.icon size={17} stroke={1.7} aria-hidden="true" />
                  ) : undefined}
                  <span className={styles.label}>{entry.label}</span>
                  <KeyHint keys={entry.keys.toUpperCase()} plain />
                </Link>
              </li>
            )),
          )}
          <li>
            <Link to="/profile" className={styles.link}>
              <IconUserCircle size={17} stroke={1.7} aria-hidden="true" />
              <span className={styles.label}>Profile</span>
            </Link>
          </li>
        </ul>
      </Panel>
      <p className={styles.hint}>
        Press <KeyHint keys="?" /> for the keyboard shortcuts.
      </p>
    </div>
  );
};

/** Placeholder of a day, as high as a usual one. */
const HomeSkeleton = () => (
  <div className={styles.skeleton}>
    {[30, 90, 90, 90, 90].map((width, index) => (
      <SkeletonBar key={index} width={width} height={34} />
    ))}
  </div>
);

/** Home: open to all who are signed in (part 1 §6). */
export const Route = createFileRoute('/_signed-in/')({
  staticData: { prefetch: () => [homeQuery] },
  component: HomeScreen,
});
