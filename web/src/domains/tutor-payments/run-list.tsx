import { Link } from '@tanstack/react-router';
import {
  listPaymentRuns,
  type PaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { downloadList } from '../../lib/download.ts';
import { formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { ListFoot, RowKeys } from '../../ui/list-foot.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { monthWords, signedWords, stateWords } from './run-words.ts';

type Props = { runs: readonly PaymentRun[] | undefined; state: ListState };

/** Runs of earlier months, latest first. */
export const RunList = ({ runs = [], state }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const columns: Column<PaymentRun>[] = [
    {
      key: 'month',
      header: 'Month',
      width: 132,
      lead: true,
      text: ({ month }) => monthWords(month),
      render: (row) => (
        <Link to="/tutor-payments" search={{ run: row._id }} data-opens>
          {monthWords(row.month)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'State',
      width: 104,
      text: ({ state }) => stateWords[state].word,
      render: ({ state }) => (
        <StatusChip tone={stateWords[state].tone}>{stateWords[state].word}</StatusChip>
      ),
    },
    {
      key: 'tutors',
      header: 'Tutors',
      width: 62,
      align: 'right',
      text: ({ confirmed }) => String(confirmed?.tutors ?? '–'),
    },
    {
      key: 'to_bank',
      header: 'To bank',
      width: 116,
      align: 'right',
      text: ({ confirmed }) => (confirmed ? formatMoney(confirmed.to_bank, 'SGD') : '–'),
    },
    {
      key: 'carried_forward',
      header: 'Carried forward',
      width: 130,
      align: 'right',
      text: ({ confirmed }) => signedWords(confirmed?.carried_forward ?? 0),
    },
    {
      key: 'confirmed',
      header: 'Confirmed',
      width: 180,
      text: ({ confirmed }) =>
        confirmed ? `${formatInstantShortDay(confirmed.at, zone)}, ${confirmed.by}` : '–',
    },
    {
      key: 'paid',
      header: 'Paid',
      width: 84,
      figures: true,
      text: ({ paid }) => (paid ? formatInstantShortDay(paid.at, zone) : '–'),
    },
  ];
  return (
    <>
      <PanelScroll label="Earlier runs">
        <DataTable
          caption="Earlier payment runs"
          columns={columns}
          rows={runs}
          rowKey={({ _id }) => _id}
          state={state}
          noun="payment runs"
          skeletonRows={6}
          empty={<ListEmpty text="No earlier runs" />}
        />
      </PanelScroll>
      <ListFoot
        count={runs.length}
        noun={['earlier run', 'earlier runs']}
        keys={<RowKeys />}
        download={
          <DownloadButton
            quiet
            download={() =>
              downloadList(listPaymentRuns, { query: { max: 200 } }, 'payment-runs.csv')
            }
          />
        }
      />
    </>
  );
};
