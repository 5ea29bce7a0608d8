import { VisuallyHidden, Flex, Text } from '@mantine/core';
import type { TicketStats } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import { scaleOf } from '../../lib/chart-scale.ts';
import { formatCount } from '../../lib/formats.ts';
import { Chart, ChartBar, ChartLegend } from '../../ui/chart.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { RowsLink } from './rows-link.tsx';
import { partWords, rowsBehind } from './stat-words.ts';
import styles from './ticket-stat.module.css';

type Part = TicketStats['trial_parts'][number];
type Props = { unit: 'day' | 'week' | 'month'; parts: readonly Part[]; today: string };

/** The results of a bar from above. */
const stacked = ['pending', 'lost', 'won'] as const;

/** Maximum number of labels below the bars. */
const mostLabels = 7;

/** Stacked bars of won, lost and pending trials, one per part of the period (picture 15). */
export const PartsChart = ({ unit, parts, today }: Props) => {
  const lines = scaleOf(Math.max(...parts.map(({ total }) => total)));
  const highest = lines.at(-1) ?? 1;
  const every = Math.ceil(parts.length / mostLabels);
  return (
    <Chart lines={lines} words={(line) => line.toLocaleString('en-SG')} count={parts.length}>
      {parts.map((part, index) => (
        <ChartBar
          key={part.start}
          name={partWords(unit, part)}
          isNow={part.start <= today && today <= part.end}
          every={every}
          index={index}
        >
          <RowsLink
            type="TrialConversion"
            search={rowsBehind('TrialConversion', 'total', part)}
            className={styles.bar}
            label={barWords(unit, part)}
          >
            <Flex
              component="span"
              direction="column"
              gap={1}
              justify="flex-end"
              flex={1}
              aria-hidden="true"
            >
              <Text span mt={-18} variant="label" ta="center" c="bright" data-figures>
                {part.total.toLocaleString('en-SG')}
              </Text>
              {stacked
                .filter((result) => part[result] > 0)
                .map((result) => (
                  <span
                    key={result}
                    data-result={result}
                    style={{ height: `${(100 * part[result]) / highest}%` }}
                  />
                ))}
            </Flex>
          </RowsLink>
        </ChartBar>
      ))}
    </Chart>
  );
};

/** "9 – 15 Mar: 30 trials, 13 won, 9 lost, 8 pending". */
const barWords = (unit: Props['unit'], part: Part) =>
  `${partWords(unit, part)}: ${formatCount(part.total, 'trial')}, ${part.won} won, ${part.lost} lost, ${part.pending} pending`;

/** Legend of the bars' colours. */
export const PartsLegend = () => (
  <ChartLegend>
    <VisuallyHidden component="li">From below:</VisuallyHidden>
    <li>
      <Dot tone="purple" /> Won
    </li>
    <li>
      <Dot tone="pink" /> Lost
    </li>
    <li>
      <Dot tone="blue" /> Pending
    </li>
  </ChartLegend>
);
