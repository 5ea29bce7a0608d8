import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { FollowUpGroup } from '@staffroom/contract/domains/home/home.rules.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { formatCount, formatShortDay } from '../../lib/formats.ts';
import {
  followUpRows,
  liveLessons,
  missingAttendance,
  ordersToLookAt,
  type Rows,
} from './day-rows.ts';
import styles from './figures.module.css';
import type { Home } from './home.api.ts';
import { myFollowUpsId } from './my-follow-ups.tsx';

/** The day in figures, each of which leads to its rows. */
export const Figures = (day: Home & { now: string }) => {
  const { follow_ups: followUps, lessons, orders, attendance } = day;
  return (
    <ul className={styles.figures} aria-label="Today">
      {followUps && (
        <>
          <Figure
            label="Overdue follow-ups"
            short="Overdue"
            value={followUps.overdue}
            isLate={followUps.overdue > 0}
            about={
              followUps.oldest === null ? 'none' : `oldest ${formatShortDay(followUps.oldest)}`
            }
            rows={rowsOfGroup(followUps, 'overdue')}
          />
          <Figure
            label="Due today"
            short="Due today"
            value={followUps.today}
            about={followUps.open > 0 ? `${followUps.open} more open` : 'follow-ups'}
            rows={rowsOfGroup(followUps, 'today')}
          />
        </>
      )}
      {lessons && (
        <Figure
          label="Live now"
          short="Live now"
          value={liveNow(lessons, day.now)}
          about={`of ${formatCount(lessons.count, 'lesson')} today`}
          rows={liveLessons}
        />
      )}
      {orders && (
        <Figure
          label="Orders needing attention"
          short="Orders"
          value={orders.count}
          about={sumWords(orders)}
          rows={ordersToLookAt}
        />
      )}
      {attendance && (
        <Figure
          label="Attendance missing"
          short="Attendance"
          value={attendance.count}
          about="of the last 7 days"
          rows={missingAttendance}
        />
      )}
    </ul>
  );
};

/** The one list that holds them; undefined where several do, which the panel below tells apart. */
const rowsOfGroup = ({ lists }: NonNullable<Home['follow_ups']>, group: FollowUpGroup) => {
  const [first, ...others] = lists.filter((list) => list[group] > 0);
  return first && others.length === 0 ? followUpRows(first, group) : undefined;
};

/** By this moment, where all lessons of the day are known, else by that of the answer. */
const liveNow = ({ data, count, live }: NonNullable<Home['lessons']>, now: string) =>
  data.length < count
    ? live
    : data.filter((lesson) => lessonStateAt(lesson, now) === 'live').length;

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
  /** Something should have been done before today. */
  isLate?: boolean;
  /** What is counted; the panel of the follow-ups where several lists hold it. */
  rows: Rows | undefined;
};

const Figure = ({ label, short, value, about, isLate = false, rows }: FigureProps) => {
  const content = (
    <>
      <VisuallyHidden>{`${label}: ${value} ${about}`}</VisuallyHidden>
      <span className={styles.figureLabel} aria-hidden="true">
        <span className={styles.long}>{label}</span>
        <span className={styles.short}>{short}</span>
        <IconChevronRight size={14} stroke={1.7} />
      </span>
      <span className={styles.figureLine} aria-hidden="true">
        <strong data-late={isLate || undefined}>{value.toLocaleString('en-SG')}</strong>
        <span className={styles.long} title={about}>
          {about}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {rows ? (
        <RowsLink {...rows} className={styles.figure}>
          {content}
        </RowsLink>
      ) : value > 0 ? (
        <Link to="." hash={myFollowUpsId} className={styles.figure}>
          {content}
        </Link>
      ) : (
        <span className={styles.figure}>{content}</span>
      )}
    </li>
  );
};
