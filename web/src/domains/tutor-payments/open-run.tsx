import { IconUsers } from '@tabler/icons-react';
import {
  startPaymentRun,
  type PaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';

type Props = {
  month: string;
  run: PaymentRun | null | undefined;
  onOpen: (id: string) => void;
};

/** Opens the month's run, and starts it if necessary. */
export const OpenRun = ({ month, run, onOpen }: Props) => {
  const start = useOperation(startPaymentRun, { refreshes: ['tutor-payments'] });
  const open = async () => {
    if (run) return onOpen(run._id);
    try {
      onOpen((await start.mutateAsync({ body: { month } })).data._id);
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  };
  useShortcut('r', 'Payment run', () => void open(), { enabled: run !== undefined });
  return (
    <PrimaryButton
      icon={<IconUsers size={17} stroke={1.7} />}
      keys="R"
      busy={start.isPending}
      disabled={run === undefined}
      onClick={() => void open()}
    >
      Payment run
    </PrimaryButton>
  );
};
