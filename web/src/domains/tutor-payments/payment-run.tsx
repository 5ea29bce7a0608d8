import { Box, Button, Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import {
  getPaymentRun,
  type PaymentRun,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { downloadList } from '../../lib/download.ts';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FigureStrip } from '../../ui/figure-strip.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListError, listStateOf, type ListState } from '../../ui/list-states.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import { openOnlyRow } from '../../ui/use-row-keys.ts';
import { useWaitingDifferences, type WaitingDifferences } from './waiting-differences.ts';
import { hourWords } from './pay-words.ts';
import { AddAdjustment, RunAdjustments } from './run-adjustments.tsx';
import { RunDifferences } from './run-differences.tsx';
import type { RunQuestion } from './run-dialogs.tsx';
import { RunList } from './run-list.tsx';
import { RunSide } from './run-side.tsx';
import { RunTutors } from './run-tutors.tsx';
import { carriedWords, monthWords, signedWords, stateWords, toLookAt } from './run-words.ts';
import {
  firstMonth,
  runQuery,
  runsQuery,
  type PaySearch,
  type RunTab,
} from './tutor-pay-address.ts';

const AdjustmentDialog = lazyForm(
  async () => (await import('./adjustment-dialog.tsx')).AdjustmentDialog,
);
const RunQuestionDialog = lazyForm(
  async () => (await import('./run-dialogs.tsx')).RunQuestionDialog,
);

type Props = { id: string; search: PaySearch; onSearch: (search: PaySearch) => void };

/** All tutors of a month, changes since payment, and the confirmation that pays them (picture 16b). */
export const PaymentRunScreen = ({ id, search, onSearch }: Props) => {
  const query = useQuery({ ...runQuery(id), staleTime: 0 });
  const runs = useQuery(runsQuery());
  const run = query.data?.data;
  const waitingDifferences = useWaitingDifferences(run);
  const wide = useWide();
  const [question, setQuestion] = useState<RunQuestion | null>(null);
  const state = listStateOf(query);
  if (state.status === 'error')
    return (
      <Page title="Payment run" breadcrumb={[{ label: 'Tutor Payment', to: '/tutor-payments' }]}>
        <Panel>
          <ListError
            what="The payment run could not be loaded"
            error={state.error}
            retry={state.retry}
          />
        </Panel>
      </Page>
    );
  const month = run?.month ?? runs.data?.data.find(({ _id }) => _id === id)?.month;
  const earlier = runs.data?.data.filter((one) => month !== undefined && one.month < month);
  const tab = search.tab ?? 'tutors';
  const onTab = (next: RunTab) =>
    onSearch({ ...search, tab: next === 'tutors' ? undefined : next, show: undefined });
  const onAdd = () => onSearch({ ...search, dialog: 'adjustment' });
  const shown = { run, state, find: search.find ?? '' };
  return (
    <Page
      title="Payment run"
      fill={wide}
      breadcrumb={[
        {
          label: 'Tutor Payment',
          to: '/tutor-payments',
          ...(month !== undefined && { search: { month } }),
        },
        { label: month === undefined ? '…' : monthWords(month) },
      ]}
      beside={
        run && (
          <StatusChip tone={stateWords[run.state].tone}>{stateWords[run.state].word}</StatusChip>
        )
      }
      secondary={
        month !== undefined && (
          <>
            <RunMonth month={month} runs={runs.data?.data} search={search} onSearch={onSearch} />
            {run && <Papers run={run} />}
          </>
        )
      }
    >
      {waitingDifferences.problem && <Banner tone="negative" title={waitingDifferences.problem} />}
      <UnsettledDebts runs={runs.data?.data.filter((one) => one._id !== id)} />
      <Figures {...{ run, state, earlier, waitingDifferences, onTab }} />
      <Flex direction={wide ? 'row' : 'column'} flex={wide ? 1 : 'none'} gap="lg" mih={0}>
        <Panel fill>
          <PanelTabs
            tabs={[
              { value: 'tutors', label: 'Tutors', count: run?.tutors.length },
              { value: 'differences', label: 'Differences', count: run?.differences.length },
              { value: 'adjustments', label: 'Adjustments', count: run?.adjustments.length },
              { value: 'runs', label: 'Earlier runs', count: earlier?.length },
            ]}
            value={tab}
            onChange={onTab}
            end={
              tab === 'adjustments'
                ? run?.state === 'draft' && <AddAdjustment onAdd={onAdd} />
                : tab !== 'runs' && <Find search={search} onSearch={onSearch} />
            }
          >
            {tab === 'tutors' ? (
              <RunTutors
                {...shown}
                onlyToLookAt={search.show === 'to-look-at'}
                onToLookAt={(only) =>
                  onSearch({ ...search, show: only ? 'to-look-at' : undefined })
                }
              />
            ) : tab === 'differences' ? (
              <RunDifferences {...shown} waitingDifferences={waitingDifferences} />
            ) : tab === 'adjustments' ? (
              <RunAdjustments run={run} state={state} onAsk={setQuestion} />
            ) : (
              <RunList runs={earlier} state={listStateOf(runs)} />
            )}
          </PanelTabs>
        </Panel>
        <RunSide
          run={run}
          tab={tab}
          waitingDifferences={waitingDifferences}
          onTab={onTab}
          onAsk={setQuestion}
          onAdd={onAdd}
        />
      </Flex>
      <AdjustmentDialog
        open={search.dialog === 'adjustment' && run?.state === 'draft' ? id : null}
        onClose={() => onSearch({ ...search, dialog: undefined })}
      />
      <RunQuestionDialog open={question} onClose={() => setQuestion(null)} />
    </Page>
  );
};

type MonthProps = Omit<Props, 'id'> & { month: string; runs: readonly PaymentRun[] | undefined };

/** Lists other runs with debts that they left out: an Admin must carry each forward or write it off. */
const UnsettledDebts = ({ runs = [] }: { runs: readonly PaymentRun[] | undefined }) => {
  const open = runs.filter(({ confirmed }) => confirmed !== null && confirmed.left_out < 0);
  return (
    open.length > 0 && (
      <Banner
        tone="warning"
        title="Earlier runs left debts out. Carry each one forward or write it off."
      >
        <Flex component="ul" rowGap="xs" columnGap="md" wrap="wrap">
          {open.map(({ _id, month, confirmed }) => (
            <li key={_id}>
              <Link to="/tutor-payments" search={{ run: _id }}>
                {monthWords(month)}
              </Link>{' '}
              {signedWords(confirmed?.left_out ?? 0)}
            </li>
          ))}
        </Flex>
      </Banner>
    )
  );
};

/** Opens the run of another month, or its tutors' pay if there is no run. */
const RunMonth = ({ month, runs, search: { tab, find }, onSearch }: MonthProps) => {
  const today = useToday();
  const open = (next: string) => {
    const run = runs?.find((one) => one.month === next);
    onSearch(run ? { run: run._id, tab, find } : { month: next });
  };
  return <MonthPicker month={month} first={firstMonth} last={today.slice(0, 7)} onMonth={open} />;
};

/** Payslips and bank file, or why they are not available yet. */
const Papers = ({ run }: { run: WholePaymentRun }) => {
  const narrow = useNarrow();
  return run.state === 'draft' ? (
    <>
      <Text span my="auto" variant="meta" c="dimmed">
        Bank CSV and payslips once it is confirmed
      </Text>
      {!narrow && (
        <>
          <Button disabled leftSection={<IconPrinter size={16} stroke={1.7} />}>
            Payslips
          </Button>
          <Button disabled>Bank CSV</Button>
        </>
      )}
    </>
  ) : (
    <>
      <LinkButton
        to="/tutor-payments"
        search={{ run: run._id, slip: 'all' }}
        leftSection={<IconPrinter size={16} stroke={1.7} />}
      >
        Payslips
      </LinkButton>
      <DownloadButton
        label="Bank CSV"
        download={() =>
          downloadList(getPaymentRun, { params: { id: run._id } }, `bank-${run.month}.csv`)
        }
      />
    </>
  );
};

/** Finds a tutor in the tab's rows; Enter opens a single hit. */
const Find = ({ search, onSearch }: Omit<Props, 'id'>) => (
  <TermSearch
    label="Find a tutor"
    width={170}
    term={search.find}
    onSearch={(find) => (find === search.find ? openOnlyRow() : onSearch({ ...search, find }))}
    onPause={(find) => onSearch({ ...search, find })}
  />
);

type FigureProps = {
  run: WholePaymentRun | undefined;
  state: ListState;
  earlier: readonly PaymentRun[] | undefined;
  waitingDifferences: WaitingDifferences;
  onTab: (tab: RunTab) => void;
};

/** The run's totals; a figure with rows of its own opens them. */
const Figures = ({ run, state, earlier, waitingDifferences, onTab }: FigureProps) => {
  const sums = run?.sums;
  const last = earlier?.find(({ confirmed }) => confirmed);
  const unusual = run ? toLookAt(run).length : 0;
  const money = (amount: number | undefined, isSigned = false) =>
    amount === undefined
      ? undefined
      : `${isSigned && amount > 0 ? '+' : ''}${formatMoney(amount, 'SGD')}`;
  return (
    <Box flex="none">
      <Panel>
        <FigureStrip
          label="Figures"
          state={state}
          wraps
          figures={[
            {
              label: 'Tutors and TAs',
              value: run?.tutors.length,
              about: unusual > 0 ? `${unusual} to look at` : 'none to look at',
            },
            {
              label: 'Lessons',
              value: money(sums?.pay),
              about: sums && `${formatCount(sums.lessons, 'lesson')}, ${hourWords(sums.hours)} h`,
            },
            {
              label: 'Differences',
              value: money(sums?.differences, true),
              about:
                run &&
                `${formatCount(run.differences.length - waitingDifferences.waiting.length, 'lesson')} changed`,
              onOpen: () => onTab('differences'),
            },
            {
              label: 'Adjustments',
              value: money(sums?.adjustments, true),
              about:
                run?.adjustments.length === 0
                  ? 'none'
                  : `${run?.adjustments.length ?? ''}, each with its reason`,
              onOpen: () => onTab('adjustments'),
            },
            {
              label: 'To bank',
              value: money(sums?.to_bank),
              about:
                carriedWords(sums?.carried_forward ?? 0, sums?.carried ?? 0) ??
                (last?.confirmed
                  ? `${monthWords(last.month).split(' ')[0]} was ${formatMoney(last.confirmed.to_bank, 'SGD')}`
                  : 'no run before'),
            },
          ]}
        />
      </Panel>
    </Box>
  );
};
