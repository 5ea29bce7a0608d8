import { Stack, Text } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import {
  slipsAtOnce,
  type RunSlip,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { ListError, listStateOf, SkeletonBar, type ListState } from '../../ui/list-states.tsx';
import { Progress } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { PayslipPaper } from './payslip-paper.tsx';
import { PayslipReading } from './payslip-reading.tsx';
import { monthWords, stateWords } from './run-words.ts';
import { slipQuery, slipsQuery } from './tutor-pay-address.ts';

/** The payslip of one tutor in a confirmed run, with a Print button. */
export const PayslipScreen = ({ runId, tutorId }: { runId: string; tutorId: string }) => {
  const query = useQuery(slipQuery(runId, tutorId));
  const slip = query.data?.data;
  return (
    <Printable
      title="Payslip"
      runId={runId}
      slips={slip ? [slip] : []}
      count={slip && 1}
      state={listStateOf(query)}
      crumb={slip?.tutor.name}
      file={slip && `Payslip ${slip.number} ${slip.tutor.name}`}
    />
  );
};

/** All payslips of a confirmed run, to print at once. */
export const AllPayslipsScreen = ({ runId }: { runId: string }) => {
  const { slips, count, state } = useAllSlips(runId);
  return (
    <Printable
      title="Payslips"
      runId={runId}
      slips={slips}
      count={count}
      state={state}
      crumb={count === undefined ? undefined : formatCount(count, 'payslip')}
      file={slips[0] && `Payslips ${slips[0].run.month}`}
    />
  );
};

/** The payslips of a run, loaded page after page, so that a large run does not block the server. */
const useAllSlips = (runId: string) => {
  const client = useQueryClient();
  const first = useQuery(slipsQuery(runId, 0));
  const count = first.data?.count;
  const offsets = Array.from(
    { length: Math.ceil((count ?? 0) / slipsAtOnce) },
    (_, index) => index * slipsAtOnce,
  );
  const isRead = (offset: number) =>
    client.getQueryData(slipsQuery(runId, offset).queryKey) !== undefined;
  const queries = useQueries({
    queries: offsets.map((offset) => ({
      ...slipsQuery(runId, offset),
      enabled: offset === 0 || isRead(offset - slipsAtOnce),
    })),
  });
  return {
    slips: queries.flatMap(({ data }) => data?.data ?? []),
    count,
    state: listStateOf(queries.find(({ isError }) => isError) ?? first),
  };
};

type Props = {
  title: string;
  runId: string;
  slips: readonly RunSlip[];
  /** Total number of payslips, once known. */
  count: number | undefined;
  state: ListState;
  /** The breadcrumb below the run. */
  crumb: string | undefined;
  /** File name that the browser suggests for saving. */
  file: string | undefined;
};

const Printable = ({ title, runId, slips, count, state, crumb, file }: Props) => {
  const { product_name: product } = useSettings();
  useEffect(() => {
    if (file !== undefined) document.title = `${file} · ${product}`;
  }, [file, product]);
  const run = slips[0]?.run;
  const isDraft = run?.state === 'draft';
  const isWhole = count !== undefined && slips.length === count;
  const narrow = useNarrow();
  const print = (
    <PrimaryButton
      icon={<IconPrinter size={16} stroke={1.7} />}
      disabled={!isWhole || !run || isDraft}
      onClick={() => window.print()}
    >
      Print or save as PDF
    </PrimaryButton>
  );
  return (
    <Page
      title={title}
      breadcrumb={[
        { label: 'Tutor Payment', to: '/tutor-payments' },
        ...(run
          ? [
              {
                label: `Payment run of ${monthWords(run.month)}`,
                to: '/tutor-payments',
                search: { run: runId },
              },
            ]
          : []),
        ...(crumb === undefined ? [] : [{ label: crumb }]),
      ]}
      secondary={count !== undefined && !isWhole && <Reading slips={slips.length} count={count} />}
      beside={
        run && (
          <StatusChip tone={stateWords[run.state].tone}>{stateWords[run.state].word}</StatusChip>
        )
      }
      primary={!narrow && print}
    >
      {state.status === 'error' ? (
        <Panel>
          <ListError
            what={`The ${title.toLowerCase()} could not be loaded`}
            error={state.error}
            retry={state.retry}
          />
        </Panel>
      ) : count === undefined ? (
        <Panel>
          <Stack gap="lg" mih={400} p="lg" aria-busy="true">
            {[30, 45, 92, 84, 88, 60].map((width) => (
              <SkeletonBar key={width} width={width} height={14} />
            ))}
          </Stack>
        </Panel>
      ) : isDraft ? (
        <Banner
          tone="warning"
          title="The run is a draft: a payslip can be printed once it is confirmed."
        />
      ) : (
        <>
          {narrow && slips.map((slip) => <PayslipReading key={slip._id} slip={slip} />)}
          <PayslipPaper slips={slips} />
          {narrow && <BottomBar>{print}</BottomBar>}
        </>
      )}
    </Page>
  );
};

/** Loading progress, also in words; shown beside the print button, so that the paper does not move. */
const Reading = ({ slips, count }: { slips: number; count: number }) => (
  <Text component="div" w={190} my="auto" c="secondary" variant="meta">
    <p role="status">{`${slips} of ${formatCount(count, 'payslip')} read`}</p>
    <Progress label="Payslips read" value={slips} total={count} />
  </Text>
);
