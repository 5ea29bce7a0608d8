import { VisuallyHidden } from '@mantine/core';
import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { formatCount } from '../../../../lib/formats.ts';
import { useToday } from '../../../../lib/settings.ts';
import { Fact, FactGroup, Facts } from '../../../../ui/facts.tsx';
import { Day, Moment } from '../../../../ui/moment.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import { StatusChip } from '../../../../ui/status-chip.tsx';
import { discountWords, statusTone, whyInactiveWords } from '../../discount-code-words.ts';

/** The terms of a code, and why it is Inactive. */
export const CodeFacts = ({ code }: { code: DiscountCodeDetail }) => (
  <Panel label="Details">
    <VisuallyHidden component="h2">Details</VisuallyHidden>
    <PanelBody>
      <FactGroup title="Terms">
        <Facts>
          <Fact label="Status">
            <StatusChip tone={statusTone(code.status)}>{code.status}</StatusChip>
            <Reasons code={code} />
          </Fact>
          <Fact label="Discount">{discountWords(code)}</Fact>
          <Fact label="Description">{code.desc}</Fact>
          <Fact label="Start Date">
            <Day day={code.start_date} />
          </Fact>
          <Fact label="End Date">
            <Day day={code.end_date} />
          </Fact>
          <Fact label="Usage limit">
            {code.usage_limit === 0 ? 'Unlimited' : formatCount(code.usage_limit, 'use')}
          </Fact>
          <Fact label="Trial orders">{code.block_trial ? 'Not allowed' : 'Allowed'}</Fact>
          <Fact label="Classes">
            {code.classes.length === 0
              ? 'Every class'
              : `Only ${formatCount(code.classes.length, 'class', 'classes')}`}
          </Fact>
        </Facts>
      </FactGroup>
      <FactGroup title="Agent">
        <Facts>
          {code.agent === null ? (
            <Fact label="Name">No agent</Fact>
          ) : (
            <>
              <Fact label="Name">
                <RecordLink to="staff" id={code.agent} name={code.agent_name} />
              </Fact>
              <Fact label="Email">{code.agent_email}</Fact>
            </>
          )}
        </Facts>
      </FactGroup>
      <FactGroup>
        <Facts>
          <Fact label="Created">
            <Moment at={code.created} />
          </Fact>
          <Fact label="Last change">
            <Moment at={code.updated} />
          </Fact>
        </Facts>
      </FactGroup>
    </PanelBody>
  </Panel>
);

const Reasons = ({ code }: { code: DiscountCodeDetail }) =>
  whyInactiveWords(code, useToday()).map((words) => <p key={words}>{words}</p>);
