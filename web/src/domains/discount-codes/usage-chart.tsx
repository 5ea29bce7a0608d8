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
            <span className={styles.stack} title={barWords(unit, bucket)}>
              {(['cancelled', 'orders'] as const).map((part) => (
                <span
                  key={part}
                  data-part={part}
                  style={{ height: `${(100 * bucket[part]) / highest}%` }}
                />
              ))}
            </span>
          </ChartBar>
        ))}
      </Chart>
      <ChartLegend>
        <li>
          <span className={styles.key} data-part="orders" /> Orders
        </li>
        <li>
          <span className={styles.key} data-part="cancelled" /> Cancelled
        </li>
      </ChartLegend>
    </>
  );
};

/** "14 Mar 2026: 2 orders, 1 cancelled". */
const barWords = (unit: UsageUnit, bucket: UsageBucket) =>
  `${bucketName(unit, bucket)}: ${formatCount(bucket.orders, 'order')}, ${bucket.cancelled} cancelled`;
