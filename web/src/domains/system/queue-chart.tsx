import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { scaleOf } from '../../lib/chart-scale.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Chart, ChartBar } from '../../ui/chart.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import styles from './system.module.css';
import type { System } from './system.api.ts';

/** The most jobs that waited in each of the last 24 hours. */
export const QueueChart = ({ queue: { waiting, oldest_seconds: oldest, hours } }: Props) => {
  const { time } = useFormats();
  const most = hours.map(({ most_waiting: each }) => each ?? 0);
  const highest = Math.max(...most);
  const peak = hours[most.indexOf(highest)];
  const lines = scaleOf(Math.max(highest, 4));
  const top = lines.at(-1) ?? 1;
  return (
    <Panel>
      <PanelHead title="Jobs waiting">
        <Text span variant="meta" c="secondary">
          {formatCount(waiting, 'job')} now{waiting > 0 && `, oldest ${oldest} s`}
          {highest > 0 &&
            peak &&
            ` · most ${highest.toLocaleString('en-SG')} at ${time(peak.hour)}`}
        </Text>
      </PanelHead>
      <PanelBody>
        <Chart lines={lines} words={String} axis={34} height={120} count={hours.length}>
          {hours.map(({ hour, most_waiting: count }, index) => (
            <ChartBar
              key={hour}
              name={time(hour).slice(0, 2)}
              isNow={index === hours.length - 1}
              every={3}
              index={hours.length - 1 - index}
            >
              <VisuallyHidden>
                {time(hour)}: {count === null ? 'not recorded' : formatCount(count, 'job')}
              </VisuallyHidden>
              <Flex className={styles.hour} component="span" flex={1} align="flex-end" aria-hidden>
                <span
                  data-now={index === hours.length - 1 || undefined}
                  style={{ height: `${(100 * (count ?? 0)) / top}%` }}
                />
              </Flex>
            </ChartBar>
          ))}
        </Chart>
      </PanelBody>
    </Panel>
  );
};

type Props = { queue: System['queue'] };
