import { Box, Flex, Text } from '@mantine/core';
import { scaleOf } from '../../lib/chart-scale.ts';
import { formatCount } from '../../lib/formats.ts';
import { Chart, ChartBar, ChartLegend } from '../../ui/chart.tsx';
import { bucketName, type UsageBucket, type UsageUnit } from './usage-buckets.ts';
import styles from './usage-chart.module.css';

type Props = { unit: UsageUnit; buckets: readonly UsageBucket[] };

/** Labels that fit below the bars. */
const mostLabels = 7;

/** Orders with the code, and those cancelled since on top of them: a bar for each day, week or month. */
export const UsageChart = ({ unit, buckets }: Props) => {
  const lines = scaleOf(Math.max(...buckets.map((bucket) => bucket.orders + bucket.cancelled)));
  const highest = lines.at(-1) ?? 1;
  const every = Math.ceil(buckets.length / mostLabels);
  return (
    <>
      <Chart lines={lines} words={(line) => line.toLocaleString('en-SG')} count={buckets.length}>
        {buckets.map((bucket, index) => (
          <ChartBar
            key={bucket.start}
            name={bucket.label}
            isNow={false}
            every={every}
            index={index}
          >
            <Flex
              className={styles.stack}
              component="span"
              direction="column"
              justify="flex-end"
              flex={1}
              pt={14}
              title={barWords(unit, bucket)}
            >
              {bucket.orders + bucket.cancelled > 0 && (
                <Text span variant="label" fz={11} c="bright" ta="center">
                  {bucket.orders}
                </Text>
              )}
              {(['cancelled', 'orders'] as const).map((part) => (
                <span
                  key={part}
                  data-part={part}
                  style={{ height: `${(100 * bucket[part]) / highest}%` }}
                />
              ))}
            </Flex>
          </ChartBar>
        ))}
      </Chart>
      <Box mt="sm">
        <ChartLegend>
          <li>
            <Box component="span" w={10} h={10} bdrs="xs" data-part="orders" /> Orders
          </li>
          <li>
            <Box component="span" w={10} h={10} bdrs="xs" data-part="cancelled" /> Cancelled
          </li>
        </ChartLegend>
      </Box>
    </>
  );
};

/** "14 Mar 2026: 2 orders, 1 cancelled". */
const barWords = (unit: UsageUnit, bucket: UsageBucket) =>
  `${bucketName(unit, bucket)}: ${formatCount(bucket.orders, 'order')}, ${bucket.cancelled} cancelled`;
