import { Button, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import {
  listDiscountCodeChanges,
  type DiscountCodeDetail,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import type { ChangeFields } from '../../kit/record/change-lines.ts';
import { ChangesTab } from '../../kit/record/changes-tab.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Day, Moment } from '../../ui/moment.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { CodeOrders } from '../../domains/orders/order-table.tsx';
import {
  discountWords,
  orderDays,
  statusTone,
  whyInactiveWords,
} from '../../domains/discount-codes/discount-code-words.ts';
import { discountCodeForm } from '../../domains/discount-codes/discount-code.form.ts';
import { discountCodeQuery } from '../../domains/discount-codes/discount-codes.api.ts';
import { ToggleCodeDialog } from '../../domains/discount-codes/toggle-code-dialog.tsx';
import { UsagePanel } from '../../domains/discount-codes/usage-panel.tsx';
import styles from './discount-code.module.css';

const tabNames = ['orders', 'classes', 'changes'] as const;

/** The search parameters of a code's page: the tab and the page of its list. */
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabNames)),
  page: optionalInAddress(z.int().min(1)),
});

/** One code: terms, classes, usage, orders and history (decisions: Routes not placed). */
const DiscountCodePage = () => {
  const { discountId } = Route.useParams();
  const [toggled, setToggled] = useState<DiscountCodeDetail | null>(null);
  const canCreate = useCan('discountcode.canCreate');
  return (
    <RecordPage
      noun="discount code"
      query={useQuery(discountCodeQuery(discountId))}
      back={{ label: 'Discount Codes', to: '/discountcode' }}
      head={(code) => ({
        title: code.code,
        beside: <StatusChip tone={statusTone(code.status)}>{code.status}</StatusChip>,
        secondary: (
          <>
            {canCreate && (
              <LinkButton to="/discountcode/new" search={{ from: code._id }}>
                Duplicate
              </LinkButton>
            )}
            {code.abilities.toggle && (
              <Button onClick={() => setToggled(code)}>
                {code.is_active ? 'Disable' : 'Enable'}
              </Button>
            )}
          </>
        ),
      })}
      facts={(code) => <CodeFacts code={code} />}
    >
      {(code) => (
        <>
          <UsagePanel code={code} />
          <Records code={code} />
          <ToggleCodeDialog code={toggled} onClose={() => setToggled(null)} />
        </>
      )}
    </RecordPage>
  );
};

const Records = ({ code }: { code: DiscountCodeDetail }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const seesOrders = useMayOpen()('/orders');
  const orders: RecordTab<(typeof tabNames)[number]> = {
    value: 'orders',
    label: 'Orders',
    end: <OpenInOrders code={code} />,
    content: (pages) => <CodeOrders code={code.code} {...pages} />,
  };
  const others: (typeof orders)[] = [
    {
      value: 'classes',
      label: 'Classes',
      count: code.classes.length,
      content: (pages) => <CodeClasses classes={code.classes} {...pages} />,
    },
    {
      value: 'changes',
      label: 'Changes',
      content: (pages) => (
        <ChangesTab
          of={listDiscountCodeChanges}
          form={discountCodeForm}
          id={code._id}
          fields={changeFields}
          {...pages}
        />
      ),
    },
  ];
  return (
    <RecordTabs
      tabs={seesOrders ? [orders, ...others] : others}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  );
};

type CodeClass = DiscountCodeDetail['classes'][number];

const classList = {
  nouns: ['class', 'classes'],
  pageSize: 20,
  empty: { none: 'Every class', detail: 'This code applies to all classes.' },
} as const;

const classColumns: Column<CodeClass>[] = [
  {
    key: 'name',
    header: 'Class',
    width: 300,
    lead: true,
    text: ({ name }) => name,
    render: ({ _id, name }) => <RecordLink to="class" id={_id} name={name} />,
  },
];

type ClassesProps = { classes: readonly CodeClass[]; page: number; onPage: (page: number) => void };

/** The classes that a code is limited to; an empty list means every class. */
const CodeClasses = ({ classes, page, onPage }: ClassesProps) => (
  <RowsTab
    list={classList}
    rows={classes}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Classes of this discount code"
    columns={classColumns}
  />
);

const changeFields: ChangeFields = {
  is_active: { label: 'Enabled' },
  agent_email: { label: 'Agent e-mail' },
};

/** Link to the same orders on the orders screen, where they can be filtered further. */
const OpenInOrders = ({ code }: { code: DiscountCodeDetail }) => (
  <Link
    to="/orders"
    search={{ code: code.code, ...orderDays(code, useToday()), status: [] }}
    className={styles.openInOrders}
  >
    Open in Orders
    <IconExternalLink size={14} stroke={1.7} aria-hidden="true" />
  </Link>
);

/** The terms of a code, and why it is Inactive. */
const CodeFacts = ({ code }: { code: DiscountCodeDetail }) => (
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
              <Fact label="E-mail">{code.agent_email}</Fact>
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

export const Route = createFileRoute('/_signed-in/discountcode/$discountId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { discountId: string } }) => [
      discountCodeQuery(params.discountId),
    ],
  },
  component: DiscountCodePage,
});
