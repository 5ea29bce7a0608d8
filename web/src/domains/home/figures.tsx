import { Flex, Text, VisuallyHidden } from '@mantine/core';
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
import { FigureSkeleton } from './home-part.tsx';
import styles from './home.module.css';
import type { Home, Part } from './home.api.ts';
import { followUpsId } from './my-follow-ups.tsx';

type Props = {
  followUps: Part<'follow_ups'>;
  lessons: Part<'lessons'>;
  orders: Part<'orders'>;
  attendance: Part<'attendance'>;
  now: string;
};

/** The day's figures, each a link to its rows. */
export const Figures = ({ followUps, lessons, orders, attendance, now }: Props) => (
  <div>
    <Flex component="ul" className={styles.figures} aria-label="Today">
      <Figure
        part={followUps}
        label="Overdue follow-ups"
        short="Overdue"
        read={(own) => ({
          value: own.overdue,
          isLate: own.overdue > 0,
          about: own.oldest === null ? 'none' : `oldest ${formatShortDay(own.oldest)}`,
          rows: rowsOfGroup(own, 'overdue'),
        })}
      />
      <Figure
        part={followUps}
        label="Due today"
        read={(own) => ({
          value: own.today,
          about: own.open > 0 ? `${own.open} more open` : 'follow-ups',
          rows: rowsOfGroup(own, 'today'),
        })}
      />
      <Figure
        part={lessons}
        label="Live now"
        read={(today) => ({
          value: liveNow(today, now),
          about: `of ${formatCount(today.count, 'lesson')} today`,
          rows: liveLessons,
        })}
      />
      <Figure
        part={orders}
        label="Orders needing attention"
        short="Orders"
        read={(waiting) => ({
          value: waiting.count,
          ...sumWords(waiting),
          rows: ordersToLookAt,
        })}
      />
      <Figure
        part={attendance}
        label="Attendance missing"
        short="Attendance"
        read={({ count }) => ({
          value: count,
          about: 'of the last 7 days',
          rows: missingAttendance,
        })}
      />
    </Flex>
    {orders.isShown && (
      <Text hiddenFrom="sm" mt="sm" variant="meta" c="dimmed">
        Orders: {attentionRule.toLowerCase()}
      </Text>
    )}
  </div>
);

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

/** Total amounts of the orders: on one line the first one and the number of others, so that the figures keep their height. */
const sumWords = ({ count, totals }: NonNullable<Home['orders']>) => {
  const [first = '', ...others] = totals.map(({ amount, currency }) =>
    formatMoney(amount, currency),
  );
  if (count === 0) return { about: 'none' };
  if (others.length === 0) return { about: first };
  return { about: `${first} and ${others.length} more`, whole: [first, ...others].join(' · ') };
};

type Counted = {
  value: number;
  about: string;
  /** `about` without its abbreviation. */
  whole?: string;
  /** Something is overdue. */
  isLate?: boolean;
  /** The counted rows; undefined links to the follow-up panels. */
  rows: Rows | undefined;
};

type FigureProps<Name extends Part['name']> = {
  part: Part<Name>;
  label: string;
  /** Short label for phones. */
  short?: string;
  read: (data: NonNullable<Home[Name]>) => Counted;
};

const Figure = <Name extends Part['name']>({
  part: { isShown, data, state },
  label,
  short = label,
  read,
}: FigureProps<Name>) => {
  if (!isShown) return null;
  const counted = data ? read(data) : undefined;
  const { value, about, whole = about, isLate = false, rows } = counted ?? {};
  const content = (
    <>
      {counted && <VisuallyHidden>{`${label}: ${value} ${whole}`}</VisuallyHidden>}
      <Flex
        component="span"
        justify="space-between"
        variant="meta"
        c="dimmed"
        aria-hidden={counted !== undefined}
      >
        <Text span inherit visibleFrom="sm">
          {label}
        </Text>
        <Text span inherit hiddenFrom="sm">
          {short}
        </Text>
        <IconChevronRight size={14} stroke={1.7} />
      </Flex>
      {counted ? (
        <Flex component="span" gap="sm" align="baseline" aria-hidden="true" data-figures>
          <Text span variant="h1" c={isLate ? 'negative' : 'bright'}>
            {counted.value.toLocaleString('en-SG')}
          </Text>
          <Text span truncate variant="meta" c="secondary" visibleFrom="sm" title={whole}>
            {about}
          </Text>
        </Flex>
      ) : state.status === 'error' ? (
        <Text span variant="meta" c="dimmed" lh="28px">
          Not loaded
        </Text>
      ) : (
        <FigureSkeleton />
      )}
    </>
  );
  return (
    <li>
      {rows ? (
        <RowsLink {...rows} className={styles.figure}>
          {content}
        </RowsLink>
      ) : counted && counted.value > 0 ? (
        <Link to="." hash={followUpsId} className={styles.figure}>
          {content}
        </Link>
      ) : (
        <span className={styles.figure}>{content}</span>
      )}
    </li>
  );
};
