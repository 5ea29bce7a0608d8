import { IconArrowRight, IconChevronRight, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { addressOfScreen, isOpenTo } from '../../app/shell/screens.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Moment, TimeRange } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CountPill, Dot, StatusChip, Tag } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { orderTone } from '../orders/order-tone.ts';
import { attentionWords, lessonsAround, stateOf, untilWords } from './day-words.ts';
import { homeQuery, type Home } from './home.api.ts';
import styles from './home.module.css';

/** The signed-in person's day: what there is to do and what takes place, as far as they may see it. */
const HomeScreen = () => {
  const user = useSessionUser();
  const { business_time_zone: zone } = useSettings();
  const now = useNow();
  const query = useQuery(homeQuery);
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const { lessons = null, orders = null } = query.data?.data ?? {};
  const isTutor = user._type === 'Tutor';
  const next = isTutor && lessons?.data.find((lesson) => stateOf(lesson, now) !== 'ended');
  const isQuiet = !lessons?.count && !orders?.count;
  return (
    <Page
      title={user.name ? `${greetingAt(hour)}, ${user.name}` : greetingAt(hour)}
      beside={
        <span className={styles.day}>
          <Moment at={now} />
        </span>
      }
    >
      <ListStates
        state={listStateOf(query)}
        noun="day"
        isEmpty={isQuiet}
        empty={<ScreenLinks />}
        skeleton={<HomeSkeleton />}
      >
        <div className={styles.home}>
          {!isTutor && <Figures lessons={lessons} orders={orders} now={now} />}
          <div className={styles.columns}>
            {(next || Boolean(orders?.count)) && (
              <div className={styles.work}>
                {next && <NextLesson lesson={next} now={now} />}
                {orders && orders.count > 0 && <Attention orders={orders} now={now} />}
              </div>
            )}
            {lessons && lessons.count > 0 && <TodaysLessons lessons={lessons} now={now} />}
          </div>
        </div>
      </ListStates>
    </Page>
  );
};

/** The greeting of an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** The day in figures, each of which leads to its rows. */
const Figures = ({ lessons, orders, now }: Home & { now: string }) => {
  const live = lessons?.data.filter((lesson) => stateOf(lesson, now) === 'live').length ?? 0;
  const { shortDay } = useFormats();
  const [latest] = orders?.data ?? [];
  const ordersToLookAt = useOrdersToLookAt();
  return (
    <ul className={styles.figures} aria-label="Today">
      {lessons && (
        <Figure
          label="Live now"
          value={live}
          about={`of ${formatCount(lessons.count, 'lesson')} today`}
        >
          {(words) => (
            <Link to="/lessons" search={{ view: 'week' }} className={styles.figure}>
              {words}
            </Link>
          )}
        </Figure>
      )}
      {orders && (
        <Figure
          label="Orders needing attention"
          value={orders.count}
          about={latest ? `latest ${shortDay(latest.created)}` : 'none waits'}
        >
          {(words) => (
            <Link {...ordersToLookAt} className={styles.figure}>
              {words}
            </Link>
          )}
        </Figure>
      )}
    </ul>
  );
};

type FigureProps = {
  label: string;
  value: number;
  about: string;
  children: (words: ReactNode) => ReactNode;
};

const Figure = ({ label, value, about, children }: FigureProps) => (
  <li>
    {children(
      <>
        <span className={styles.figureLabel}>
          {label}
          <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />
        </span>
        <span className={styles.figureLine}>
          <strong>{value}</strong> {about}
        </span>
      </>,
    )}
  </li>
);

/** Where the orders that need attention stand among all: those of a year with their statuses. */
const useOrdersToLookAt = () => {
  const today = useToday();
  return {
    to: '/orders' as const,
    search: {
      status: ['INIT' as const, 'PAID' as const],
      from: addMonths(today, -12),
      to: today,
    },
  };
};

type PartProps = { title: string; count: number; about?: ReactNode; children: ReactNode };

const Part = ({ title, count, about, children }: PartProps) => (
  <Panel>
    <PanelHeader>
      <h2 className={styles.heading}>
        {title} <CountPill count={count} />
      </h2>
      {about && <span className={styles.about}>{about}</span>}
    </PanelHeader>
    {children}
  </Panel>
);

/** The orders that nobody has completed: who, for which class, since when, how much. */
const Attention = ({ orders, now }: { orders: NonNullable<Home['orders']>; now: string }) => {
  const ordersToLookAt = useOrdersToLookAt();
  // On a phone today's lessons stand below.
  const shown = orders.data.slice(0, useNarrow() ? 4 : orders.data.length);
  return (
    <Part
      title="Orders needing attention"
      count={orders.count}
      about={
        <>
          <span className={styles.rule}>INIT or PAID for more than 24 hours</span>
          <Link {...ordersToLookAt}>Orders</Link>
        </>
      }
    >
      <ul className={styles.rows}>
        {shown.map((order) => {
          const { created_by: student, detail } = order;
          const { class_obj: tuitionClass } = detail;
          return (
            <li key={order._id} className={styles.order}>
              <span>
                <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
              </span>
              <RecordLink
                to="student"
                id={student._id}
                name={student.name || student.email}
                className={styles.strong}
              />
              <RecordLink to="class" id={tuitionClass._id} name={tuitionClass.name} />
              <RecordLink
                to="order"
                id={order._id}
                name={attentionWords(order, now)}
                className={styles.warning}
              />
              <span className={styles.price}>
                <Money amount={order.actual_price} currency={order.currency} />
              </span>
            </li>
          );
        })}
      </ul>
      {orders.count > shown.length && (
        <Link {...ordersToLookAt} className={styles.more}>
          {formatCount(orders.count - shown.length, 'more order')}
        </Link>
      )}
    </Part>
  );
};

/** A Tutor's lesson that is next, or takes place now. */
const NextLesson = ({ lesson, now }: { lesson: LessonSummary; now: string }) => {
  const free = lesson.max_cap - lesson.seats;
  return (
    <section className={styles.next} data-subject={lesson.class_obj.subject}>
      <div className={styles.nextHead}>
        <div>
          <p className={styles.nextKind}>
            Next lesson{' '}
            <Tag accent>{stateOf(lesson, now) === 'live' ? 'Live' : untilWords(lesson, now)}</Tag>
          </p>
          <h2 className={styles.nextName}>{lesson.class_obj.name}</h2>
          <p className={styles.about}>
            {lessonLabel(lesson)} · today{' '}
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
          <dd>
            {lesson.seats} of {lesson.max_cap}
          </dd>
          <dd>{free > 0 ? `${formatCount(free, 'place')} free` : 'Full'}</dd>
        </div>
      </dl>
    </section>
  );
};

/** As many lessons as the screen shows without scrolling. */
const mostLessons = 12;

/** The lessons of the day around now, with their states; the rest stands in the week. */
const TodaysLessons = ({
  lessons,
  now,
}: {
  lessons: NonNullable<Home['lessons']>;
  now: string;
}) => {
  const { time } = useFormats();
  const shown = lessonsAround(lessons.data, now, mostLessons);
  const next = shown.find((lesson) => stateOf(lesson, now) === 'coming');
  const more = lessons.count - shown.length;
  return (
    <Part
      title="Today’s lessons"
      count={lessons.count}
      about={
        <Link to="/lessons" search={{ view: 'week' }}>
          Week
        </Link>
      }
    >
      <ol className={styles.rows}>
        {shown.map((lesson, index) => (
          <Fragment key={lesson._id}>
            {lesson === next && index > 0 && (
              <li className={styles.now}>
                <span>{time(now)}</span>
              </li>
            )}
            <LessonRow lesson={lesson} now={now} />
          </Fragment>
        ))}
      </ol>
      {more > 0 && (
        <Link to="/lessons" search={{ view: 'week' }} className={styles.more}>
          {formatCount(more, 'more lesson')} today
        </Link>
      )}
    </Part>
  );
};

const LessonRow = ({ lesson, now }: { lesson: LessonSummary; now: string }) => {
  const { time } = useFormats();
  const state = stateOf(lesson, now);
  const tutors = lesson.tutor.map(({ name }) => name).join(', ');
  return (
    <li className={styles.lesson} data-subject={lesson.class_obj.subject} data-state={state}>
      <span className={styles.times}>
        <strong>{time(lesson.scheduled_on)}</strong>
        <span className={styles.end}>{time(lesson.ended_on)}</span>
      </span>
      <span className={styles.bar} />
      <span className={styles.what}>
        <RecordLink
          to="lesson"
          id={lesson._id}
          classId={lesson.class}
          name={lesson.class_obj.name}
          className={styles.whole}
        />
        <span>
          {lessonLabel(lesson)} · {tutors || <span className={styles.warning}>No tutor</span>}
        </span>
      </span>
      <span className={styles.state}>
        <span>
          {state === 'live' && <Dot tone="green" />}{' '}
          {state === 'coming' ? untilWords(lesson, now) : state === 'live' ? 'Live' : 'Ended'}
        </span>
        <span>
          {lesson.seats} of {lesson.max_cap}
        </span>
      </span>
    </li>
  );
};

/** The screens that this person may open, where the day holds nothing for them. */
const ScreenLinks = () => {
  const rights = rightsOf(useSessionUser());
  const groups = visibleMenu((route) => isOpenTo(rights, route));
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
                <Link to={addressOfScreen(entry.to)} className={styles.link}>
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

/** A day without content, as high as a usual one. */
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
