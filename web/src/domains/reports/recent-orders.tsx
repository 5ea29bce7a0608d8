import { Popover, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type {
  ClassEnrolment,
  RecentDays,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { ordersBehind, ordersNote, recentWords } from './enrolment-words.ts';
import styles from './reports.module.css';

type Props = { row: ClassEnrolment; days: RecentDays };

/** Number of recent orders of a class; hover or click shows them by agent (picture 14). */
export const RecentOrders = ({ row, days }: Props) => {
  const { total, agents } = row.recent_order_summary[days];
  const { state, close, target, content } = useUnfolded();
  if (total === 0 || agents === null)
    return <span data-none={total === 0 || undefined}>{total.toLocaleString('en-SG')}</span>;
  const title = `Orders, ${recentWords[days]}`;
  return (
    <Popover
      opened={state !== 'closed'}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      width={250}
      trapFocus={state === 'pressed'}
      returnFocus={state === 'pressed'}
      withRoles
    >
      <Popover.Target>
        <button type="button" className={styles.press} data-wide {...target}>
          <VisuallyHidden>
            {`${formatCount(total, 'order')} of ${row.class.name} in ${recentWords[days]}, by agent`}
          </VisuallyHidden>
          <span aria-hidden="true">{total.toLocaleString('en-SG')}</span>
          <span aria-hidden="true" className={styles.second}>
            {agents.map(({ name, count }) => `${name} ${count}`).join(', ')}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown {...content}>
        <Agents row={row} days={days} title={title} />
      </Popover.Dropdown>
    </Popover>
  );
};

/** Orders by agent, each number linking to its orders. */
const Agents = ({ row, days, title }: Props & { title: string }) => {
  const today = useToday();
  const { total, agents } = row.recent_order_summary[days];
  const most = Math.max(1, ...(agents ?? []).map(({ count }) => count));
  const link = (count: number, who: string, agent?: string | null) => (
    <RowsLink
      screen="/orders"
      search={ordersBehind(row._id, days, today, agent)}
      label={`${formatCount(count, 'order')} ${who}`}
      className={styles.count}
    >
      {count.toLocaleString('en-SG')}
    </RowsLink>
  );
  return (
    <div className={styles.agents}>
      <p>
        <strong>{row.class.name}</strong>
        {title}
        <span>{ordersNote}</span>
      </p>
      <dl>
        {agents?.map(({ _id, name, count }) => (
          <div key={_id}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${(100 * count) / most}%` }} />
              </span>
              {link(count, _id === null ? 'without an agent' : `of ${name}`, _id)}
            </dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{link(total, 'in all')}</dd>
        </div>
      </dl>
    </div>
  );
};

/** Delay that lets the pointer move into the popover, and ignores passing over. */
const pointerMs = 160;

/** State of the popover: open while hovered, or after a click until the next click, Escape or a click outside. */
const useUnfolded = () => {
  const [state, setState] = useState<'closed' | 'pointed' | 'pressed'>('closed');
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const later = (from: typeof state, to: typeof state) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => setState((now) => (now === from ? to : now)),
      pointerMs,
    );
  };
  const enter = ({ pointerType }: { pointerType: string }) =>
    pointerType === 'mouse' && later('closed', 'pointed');
  const leave = () => later('pointed', 'closed');
  return {
    state,
    close: () => setState('closed'),
    target: {
      onPointerEnter: enter,
      onPointerLeave: leave,
      onClick: () => {
        window.clearTimeout(timer.current);
        setState((now) => (now === 'pressed' ? 'closed' : 'pressed'));
      },
    },
    content: {
      onPointerEnter: () => window.clearTimeout(timer.current),
      onPointerLeave: leave,
    },
  };
};
