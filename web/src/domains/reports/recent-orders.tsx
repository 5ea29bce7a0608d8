import { Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type {
  ClassEnrolment,
  RecentDays,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Meter } from '../../ui/meter.tsx';
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
          <Text aria-hidden="true" span variant="meta" c="dimmed">
            {agents.map(({ name, count }) => `${name} ${count}`).join(', ')}
          </Text>
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
    >
      {count.toLocaleString('en-SG')}
    </RowsLink>
  );
  return (
    <Stack gap="sm" py="sm" px="sm" c="secondary">
      <div>
        <Text variant="strong" fw={600} c="bright">
          {row.class.name}
        </Text>
        <Text variant="meta">{title}</Text>
        <Text variant="meta">{ordersNote}</Text>
      </div>
      <dl className={styles.agents}>
        {agents?.map(({ _id, name, count }) => (
          <div key={_id}>
            <dt>{name}</dt>
            <dd aria-hidden="true">
              <Meter label="" height={4} parts={[{ value: count, tone: 'accent' }]} total={most} />
            </dd>
            <dd>{link(count, _id === null ? 'without an agent' : `of ${name}`, _id)}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd />
          <dd>{link(total, 'in all')}</dd>
        </div>
      </dl>
    </Stack>
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
