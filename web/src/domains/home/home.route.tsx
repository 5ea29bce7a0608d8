import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { addressOfScreen, isOpenTo } from '../../app/shell/screens.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { orderTone } from '../orders/order-tone.ts';
import { attentionWords } from './day-words.ts';
import { homeQuery, type Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import { TodaysLessons } from './todays-lessons.tsx';
import { MyClasses, MyWeek, NextLesson } from './tutor-day.tsx';
import styles from './home.module.css';

/** The signed-in person's day: what there is to do and what takes place, as far as they may see it. */
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

const nothing: Home = { lessons: null, orders: null, tutor: null };

/** Nothing takes place and nothing waits: the screens are shown instead. */
const isEmpty = ({ lessons, orders, tutor }: Home) =>
  !lessons?.count &&
  !orders?.count &&
  !(tutor && (tutor.next || tutor.week.length > 0 || tutor.classes.length > 0));

/** The work, and the facts beside it; what is empty for this person is left out. */
const Panels = ({ lessons, orders, tutor, now }: Home & { now: string }) => (
  <div className={styles.columns}>
    {(tutor?.next || Boolean(orders?.count)) && (
      <div className={styles.column}>
        {tutor?.next && <NextLesson next={tutor.next} now={now} />}
        {orders && orders.count > 0 && <Attention orders={orders} now={now} />}
      </div>
    )}
    {(Boolean(lessons?.count) || tutor) && (
      <div className={styles.column}>
        {lessons && lessons.count > 0 && (
          <TodaysLessons lessons={lessons} now={now} isOwn={tutor !== null} />
        )}
        {tutor && tutor.week.length > 0 && <MyWeek lessons={tutor.week} />}
        {tutor && tutor.classes.length > 0 && <MyClasses classes={tutor.classes} />}
      </div>
    )}
  </div>
);

const Keys = () => (
  <p className={styles.keys} aria-hidden="true">
    <KeyHint keys="J" /> <KeyHint keys="K" /> move <KeyHint keys="↵" /> open
  </p>
);

/** The greeting of an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** The day in figures, each of which leads to its rows. */
const Figures = ({ lessons, orders, now }: Pick<Home, 'lessons' | 'orders'> & { now: string }) => {
  const live = lessons?.data.filter((lesson) => lessonStateAt(lesson, now) === 'live').length ?? 0;
  const ordersToLookAt = useOrdersToLookAt();
  return (
    <ul className={styles.figures} aria-label="Today">
      {lessons && (
        <Figure
          label="Live now"
          short="Live now"
          value={live}
          about={`of ${formatCount(lessons.count, 'lesson')} today`}
        >
          {(props) => <Link to="/lessons" {...props} />}
        </Figure>
      )}
      {orders && (
        <Figure
          label="Orders needing attention"
          short="Orders"
          value={orders.count}
          about={sumWords(orders)}
        >
          {(props) => <Link {...ordersToLookAt} {...props} />}
        </Figure>
      )}
    </ul>
  );
};

/** What the orders cost, each currency by itself. */
const sumWords = ({ count, totals }: NonNullable<Home['orders']>) =>
  count === 0
    ? 'none waits'
    : totals.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ');

type FigureProps = {
  label: string;
  /** One word for it, on phones. */
  short: string;
  value: number;
  about: string;
  children: (link: { className: string | undefined; children: ReactNode }) => ReactNode;
};

const Figure = ({ label, short, value, about, children }: FigureProps) => (
  <li>
    {children({
      className: styles.figure,
      children: (
        <>
          <VisuallyHidden>{`${label}: ${value} ${about}`}</VisuallyHidden>
          <span className={styles.figureLabel} aria-hidden="true">
            <span className={styles.long}>{label}</span>
            <span className={styles.short}>{short}</span>
            <IconChevronRight size={14} stroke={1.7} />
          </span>
          <span className={styles.figureLine} aria-hidden="true">
            <strong>{value.toLocaleString('en-SG')}</strong>
            <span className={styles.long}>{about}</span>
          </span>
        </>
      ),
    })}
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

/** The orders that nobody has completed: who, for which class, since when, how much. */
const Attention = ({ orders, now }: { orders: NonNullable<Home['orders']>; now: string }) => {
  const ordersToLookAt = useOrdersToLookAt();
  // On a phone today's lessons stand below.
  const shown = orders.data.slice(0, useNarrow() ? 4 : orders.data.length);
  return (
    <HomePart
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
            <li key={order._id} className={styles.order} data-row tabIndex={-1}>
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
                opensRow
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
    </HomePart>
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
