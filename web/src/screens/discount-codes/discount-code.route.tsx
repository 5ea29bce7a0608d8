import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconBan, IconCheck, IconCopy, IconCopyPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
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
import { formatCount, formatDayRange } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { copyText } from '../../ui/copy-text.ts';
import { FactStrip, StripFact } from '../../ui/fact-strip.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import rows from '../../ui/rows.module.css';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { CodeOrders, OpenInOrders } from '../../domains/orders/order-table.tsx';
import {
  discountTypeWords,
  discountWords,
  orderDays,
  periodWords,
  statusTone,
  usageSentence,
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

/** One code: terms, classes, usage, orders and history (picture 24i). */
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
        beside: <BesideTitle code={code} />,
        secondary: (
          <>
            {canCreate && (
              <LinkButton
                to="/discountcode/new"
                search={{ from: code._id }}
                leftSection={<IconCopyPlus size={17} stroke={1.7} />}
              >
                Duplicate
              </LinkButton>
            )}
            {code.abilities.toggle && (
              <Button
                leftSection={
                  code.is_active ? (
                    <IconBan size={17} stroke={1.7} />
                  ) : (
                    <IconCheck size={17} stroke={1.7} />
                  )
                }
                onClick={() => setToggled(code)}
              >
                {code.is_active ? 'Disable' : 'Enable'}
              </Button>
            )}
          </>
        ),
      })}
      layout="above"
      facts={() => null}
    >
      {(code) => (
        <>
          <CodeFacts code={code} />
          <div className={styles.parts}>
            <UsagePanel code={code} />
            <AppliesTo code={code} />
            <Records code={code} />
          </div>
          <ToggleCodeDialog code={toggled} onClose={() => setToggled(null)} />
        </>
      )}
    </RecordPage>
  );
};

/** Status, description, and why the code is Inactive. */
const BesideTitle = ({ code }: { code: DiscountCodeDetail }) => {
  const today = useToday();
  return (
    <>
      <ActionIcon aria-label="Copy the code" onClick={() => void copyText('Code', code.code)}>
        <IconCopy size={17} stroke={1.7} />
      </ActionIcon>
      <StatusChip tone={statusTone(code.status)}>{code.status}</StatusChip>
      {code.desc && (
        <Text span variant="body">
          {code.desc}
        </Text>
      )}
      {code.status === 'Inactive' && (
        <Text inherit w="100%">
          {whyInactiveWords(code, today).map((words) => (
            <Text key={words} span inherit mr="sm">
              {words}
            </Text>
          ))}
        </Text>
      )}
    </>
  );
};

const Records = ({ code }: { code: DiscountCodeDetail }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const seesOrders = useMayOpen()('/orders');
  const days = orderDays(code, useToday());
  const orders: RecordTab<(typeof tabNames)[number]> = {
    value: 'orders',
    label: 'Orders',
    end: <OpenInOrders search={{ code: code.code, ...days, status: [] }} />,
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

/** Classes shown beside the usage; the tab has all of them. */
const shownClasses = 4;

/** The classes and orders that the code applies to. */
const AppliesTo = ({ code }: { code: DiscountCodeDetail }) => {
  const { classes, block_trial: isBlocked } = code;
  const others = classes.length - shownClasses;
  const refused = [
    ...(isBlocked ? ['on trial orders'] : []),
    ...(classes.length > 0 ? ['in all other classes'] : []),
  ];
  return (
    <Panel label="Applies to">
      <PanelHead
        title={
          <Group>
            Applies to
            {classes.length > 0 && <Tag>{formatCount(classes.length, 'class', 'classes')}</Tag>}
          </Group>
        }
      />
      <div className={rows.rows}>
        {classes.length === 0 ? (
          <p className={rows.row}>All classes</p>
        ) : (
          <ul className={rows.rows}>
            {classes.slice(0, shownClasses).map(({ _id, name }) => (
              <Text key={_id} className={rows.row} component="li" variant="strong">
                <RecordLink to="class" id={_id} name={name} />
              </Text>
            ))}
          </ul>
        )}
        {others > 0 && (
          <Text className={rows.row} c="dimmed">
            and {formatCount(others, 'more class', 'more classes')}
          </Text>
        )}
        <Text className={rows.row} c="secondary">
          {code.agent === null ? (
            'No agent'
          ) : (
            <>
              Agent <RecordLink to="staff" id={code.agent} name={code.agent_name} inSentence />,{' '}
              {code.agent_email}
            </>
          )}
        </Text>
        <Text className={rows.row} c="secondary">
          {refused.length > 0 ? `Refused ${refused.join(' and ')}` : 'Trial orders are allowed'}
        </Text>
      </div>
    </Panel>
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

/** The terms of a code in one strip. */
const CodeFacts = ({ code }: { code: DiscountCodeDetail }) => {
  const { usage_limit: limit, total_usage: used } = code;
  return (
    <FactStrip label="Details" description="">
      <StripFact
        label="Discount"
        main={<Figure>{discountWords(code)}</Figure>}
        about={discountTypeWords(code)}
      />
      <StripFact
        label="Uses"
        main={
          <Figure>
            {used.toLocaleString('en-SG')}
            {limit > 0 && (
              <Text span variant="meta" c="secondary">
                {' '}
                of {limit.toLocaleString('en-SG')}
              </Text>
            )}
          </Figure>
        }
        about={
          limit === 0 ? (
            'no limit'
          ) : (
            <Group>
              <Box flex={1} maw={140}>
                <Meter
                  label={usageSentence(code)}
                  parts={[{ value: used, tone: 'accent' }]}
                  total={limit}
                  height={8}
                />
              </Box>
              {Math.max(0, limit - used).toLocaleString('en-SG')} left
            </Group>
          )
        }
      />
      <StripFact
        label="Currency"
        main={<Figure>{code.discount_type === 'Percent' ? 'Any' : code.currency}</Figure>}
      />
      <StripFact
        label="Period"
        main={<Figure>{formatDayRange(code.start_date, code.end_date)}</Figure>}
        about={periodWords(code, useToday())}
      />
    </FactStrip>
  );
};

const Figure = ({ children }: { children: ReactNode }) => (
  <Text span variant="h2" data-figures>
    {children}
  </Text>
);

export const Route = createFileRoute('/_signed-in/discountcode/$discountId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { discountId: string } }) => [
      discountCodeQuery(params.discountId),
    ],
  },
  component: DiscountCodePage,
});
