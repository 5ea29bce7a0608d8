import { Text, VisuallyHidden } from '@mantine/core';
import type { DiscountCodeDetail } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import {
  bucketName,
  usageBuckets,
  usageSummary,
  type UsageBucket,
  type UsageUnit,
} from './usage-buckets.ts';
import { UsageChart } from './usage-chart.tsx';

/** How often a code was used, of how many uses, and when. */
export const UsagePanel = ({ code }: { code: DiscountCodeDetail }) => {
  const { unit, buckets } = usageBuckets(code.usage);
  const summary = usageSummary(code.usage);
  return (
    <Panel label="Usage">
      <PanelHead title={buckets.length > 0 ? `Uses by ${unit}` : 'Uses'} />
      <PanelBody>
        {buckets.length > 0 && (
          <>
            <div role="img" aria-label={`Usage by ${unit}. ${summary}`}>
              <UsageChart unit={unit} buckets={buckets} />
            </div>
            <UsageTable unit={unit} buckets={buckets} />
          </>
        )}
        <Text mt="sm" c="secondary">
          {summary}
        </Text>
      </PanelBody>
    </Panel>
  );
};

const headers: Record<UsageUnit, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** The chart's figures for assistive technology, latest first. */
const UsageTable = ({ unit, buckets }: { unit: UsageUnit; buckets: readonly UsageBucket[] }) => (
  <VisuallyHidden component="table">
    <caption>Usage by {unit}</caption>
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
  </VisuallyHidden>
);
