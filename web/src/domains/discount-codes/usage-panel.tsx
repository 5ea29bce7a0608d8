import { VisuallyHidden } from '@mantine/core';
import type { DiscountCodeDetail } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { usageSentence } from './discount-code-words.ts';
import {
  bucketName,
  usageBuckets,
  usageSummary,
  type UsageBucket,
  type UsageUnit,
} from './usage-buckets.ts';
import { UsageChart } from './usage-chart.tsx';
import styles from './usage-panel.module.css';

/** How often a code was used, of how many uses, and when. */
export const UsagePanel = ({ code }: { code: DiscountCodeDetail }) => {
  const { unit, buckets } = usageBuckets(code.usage);
  const summary = usageSummary(code.usage);
  return (
    <Panel label="Usage">
      <PanelHeader>
        <h2 className={styles.title}>Usage</h2>
        <div className={styles.meter}>
          <span>{usageSentence(code)}</span>
          {code.usage_limit > 0 && (
            <Meter
              label={usageSentence(code)}
              parts={[{ value: code.total_usage, tone: 'accent' }]}
              total={code.usage_limit}
              height={8}
            />
          )}
        </div>
      </PanelHeader>
      <PanelBody>
        <p>{summary}</p>
        {buckets.length > 0 && (
          <div className={styles.overTime}>
            <div role="img" aria-label={`Usage by ${unit}. ${summary}`} className={styles.chart}>
              <UsageChart unit={unit} buckets={buckets} />
            </div>
            <UsageTable unit={unit} buckets={buckets} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
};

const headers: Record<UsageUnit, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** The chart's figures, latest first. */
const UsageTable = ({ unit, buckets }: { unit: UsageUnit; buckets: readonly UsageBucket[] }) => (
  // Focusable, because otherwise the region can only be scrolled with a mouse.
  <div className={styles.scroll} role="region" aria-label="Usage over time" tabIndex={0}>
    <table className={styles.table}>
      <VisuallyHidden component="caption">Usage by {unit}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{headers[unit]}</th>
          <th scope="col">Orders</th>
          <th scope="col">Cancelled</th>
        </tr>
      </thead>
      <tbody>
        {buckets.toReversed().map((bucket) => (
          <tr key={bucket.start}>
            <th scope="row">{bucketName(unit, bucket)}</th>
            <td>{bucket.orders}</td>
            <td>{bucket.cancelled}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={styles.note}>
      Orders: with this code and not cancelled, by the day of the order.
    </p>
  </div>
);
