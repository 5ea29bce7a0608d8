import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { FollowUpGroup } from 'staffroom-contract/domains/home/home.rules.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { formatCount, formatShortDay } from '../../lib/formats.ts';
import {
  followUpRows,
  liveLessons,
  missingAttendance,
  ordersToLookAt,
  type Rows,
} from './day-rows.ts';
import { attentionRule } from './day-words.ts';
import styles from './figures.module.css';
import type { Home } from './home.api.ts';
import { myFollowUpsId } from './my-follow-ups.tsx';

/** The day's figures, each a link to its rows. */
export const Figures = (day: Home & { now: string }) => {
  const { follow_ups: followUps, lessons, orders, attendance } = day;
  return (
    <div>
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
      {orders && <p className={styles.note}>Orders: {attentionRule.toLowerCase()}</p>}
    </div>
  );
};

/** The rows of a group if a single list contains them; undefined if there are several lists. */
const rowsOfGroup = ({ lists }: NonNullable<Home['follow_ups']>, group: FollowUpGroup) => {
  const [first, ...others] = lists.filter((list) => list[group] > 0);
  return first && others.length === 0 ? followUpRows(first, group) : undefined;
};

/** Number of live lessons now; the response's own count if not all lessons are loaded. */
const liveNow = ({ data, count, live }: NonNullable<Home['lessons']>, now: string) =>
  data.length < count
    ? live
    : data.filter((lesson) => lessonStateAt(lesson, now) === 'live').length;

/** Total amount of the orders by currency; a line never breaks within an amount. */
const sumWords = ({ count, totals }: NonNullable<Home['orders']>) =>
  count === 0
    ? 'none'
    : totals
        .map(({ amount, currency }) => formatMoney(amount, currency).replaceAll(' ', '\u00a0'))
        .join(' · ');

type FigureProps = {
  label: string;
  /** Short label for phones. */
  short: string;
  value: number;
  about: string;
  /** Something is overdue. */
  isLate?: boolean;
  /** The counted rows; undefined links to the follow-up panel. */
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
        <span className={styles.long}>{about}</span>
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
