import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type {
  Adjustment,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { ListFoot, RowKeys } from '../../ui/list-foot.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { Signed } from './pay-parts.tsx';
import type { RunQuestion } from './run-dialogs.tsx';
import { signedWords } from './run-words.ts';

type Ask = (question: RunQuestion) => void;
type Props = {
  run: WholePaymentRun | undefined;
  state: ListState;
  onAsk: Ask;
};

/** All adjustments of a run with their reasons; in a draft each can be taken back. */
export const RunAdjustments = ({ run, state, onAsk }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const rows = run?.adjustments ?? [];
  return (
    <>
      <PanelScroll label="Adjustments" busy={state.refetching}>
        <DataTable
          caption="Adjustments of the run"
          columns={[...columnsOf(zone), ...(run?.state === 'draft' ? [takesBack(run, onAsk)] : [])]}
          rows={rows}
          rowKey={({ _id }) => _id}
          state={state}
          noun="adjustments"
          skeletonRows={6}
          empty={<ListEmpty text="No adjustments found" />}
        />
      </PanelScroll>
      <ListFoot count={rows.length} noun={['adjustment', 'adjustments']} keys={<RowKeys />} />
    </>
  );
};

const columnsOf = (zone: string): Column<Adjustment>[] => [
  {
    key: 'tutor',
    header: 'Tutor',
    width: 160,
    lead: true,
    value: ({ tutor }) => tutor.name,
    text: ({ tutor }) => tutor.name,
    render: ({ tutor }) => <RecordLink to="tutor" id={tutor._id} name={tutor.name} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    width: 96,
    align: 'right',
    value: ({ amount }) => amount,
    text: ({ amount }) => signedWords(amount),
    render: ({ amount }) => <Signed amount={amount} />,
  },
  { key: 'reason', header: 'Reason', width: 300, text: ({ reason }) => reason },
  { key: 'by', header: 'Added by', width: 130, text: ({ by }) => by },
  {
    key: 'at',
    header: 'Added',
    width: 80,
    figures: true,
    text: ({ at }) => formatInstantShortDay(at, zone),
  },
];

const takesBack = (run: WholePaymentRun, onAsk: Ask): Column<Adjustment> => ({
  key: 'remove',
  header: 'Remove',
  hiddenHeader: true,
  width: 46,
  acts: true,
  render: (row) => <RemoveAdjustment run={run} adjustment={row} onAsk={onAsk} />,
});

/** Asks before an adjustment of a draft is taken back. */
export const RemoveAdjustment = ({
  run,
  adjustment,
  onAsk,
}: {
  run: WholePaymentRun;
  adjustment: Adjustment;
  onAsk: Ask;
}) => (
  <ActionIcon
    variant="subtle"
    size={24}
    aria-label={`Remove ${signedWords(adjustment.amount)} of ${adjustment.tutor.name}`}
    onClick={() => onAsk({ _id: adjustment._id, act: 'remove', run, adjustment })}
  >
    <IconX size={14} stroke={1.7} />
  </ActionIcon>
);

/** Opens the adjustment dialog; its shortcut is A. */
export const AddAdjustment = ({ onAdd, quiet }: { onAdd: () => void; quiet?: boolean }) => {
  useShortcut('a', 'Add adjustment', onAdd);
  return (
    <Button
      size="compact-xs"
      variant={quiet ? 'subtle' : 'default'}
      leftSection={<IconPlus size={14} stroke={1.7} />}
      rightSection={<KeyHint keys="A" />}
      onClick={onAdd}
    >
      Add adjustment
    </Button>
  );
};
