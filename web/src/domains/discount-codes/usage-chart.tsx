import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { UsageBucket } from './usage-buckets.ts';

const series = [
  { name: 'orders', label: 'Orders', color: 'var(--accent)' },
  { name: 'cancelled', label: 'Cancelled', color: 'var(--dot-grey)' },
];

/** Orders that stand and those cancelled, on top of each other. Loaded only when there is something to show. */
export const UsageChart = ({ buckets }: { buckets: readonly UsageBucket[] }) => (
  <BarChart
    h={200}
    data={[...buckets]}
    dataKey="label"
    type="stacked"
    series={series}
    withLegend
    maxBarWidth={36}
    gridColor="var(--line)"
    textColor="var(--text-3)"
    tickLine="none"
    yAxisProps={{ allowDecimals: false, width: 36 }}
    tooltipAnimationDuration={0}
    barProps={{ isAnimationActive: false }}
    // The table beside it is what the keyboard reads.
    barChartProps={{ accessibilityLayer: false }}
  />
);
