import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatCount, formatShortDay } from '../../lib/formats.ts';
import type { Home } from './home.api.ts';
import styles from './home.module.css';
import { missingAttendanceId } from './missing-attendance.tsx';
import { useAllFollowUps } from './my-follow-ups.tsx';
import { useOrdersToLookAt } from './orders-needing-attention.tsx';

/** The day in figures, each of which leads to its rows. */
export const Figures = (day: Home & { now: string }) => {
  const { follow_ups: followUps, lessons, orders, attendance, now } = day;
  const live = lessons?.data.filter((lesson) => lessonStateAt(lesson, now) === 'live').length ?? 0;
  const ordersToLookAt = useOrdersToLookAt();
  const { link: allFollowUps } = useAllFollowUps();
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
          >
            {(props) => <Link {...allFollowUps} {...props} />}
          </Figure>
          <Figure
            label="Due today"
            short="Due today"
            value={followUps.today}
            about={followUps.open > 0 ? `${followUps.open} more open` : 'follow-ups'}
          >
            {(props) => <Link {...allFollowUps} {...props} />}
          </Figure>
        </>
      )}
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
      {attendance && (
        <Figure
          label="Attendance missing"
          short="Attendance"
          value={attendance.count}
          about="of the last 7 days"
        >
          {(props) =>
            attendance.count > 0 ? (
              <Link to="." hash={missingAttendanceId} {...props} />
            ) : (
              <Link to="/lessons" {...props} />
            )
          }
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
  /** Something should have been done before today. */
  isLate?: boolean;
  children: (link: { className: string | undefined; children: ReactNode }) => ReactNode;
};

const Figure = ({ label, short, value, about, isLate = false, children }: FigureProps) => (
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
            <strong data-late={isLate || undefined}>{value.toLocaleString('en-SG')}</strong>
            <span className={styles.long} title={about}>
              {about}
            </span>
          </span>
        </>
      ),
    })}
  </li>
);
