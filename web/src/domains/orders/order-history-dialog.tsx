import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrderWithHistory } from 'staffroom-contract/domains/orders/order.schema.ts';
import { Steps } from '../../kit/record/record-changes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { orderQuery } from './orders.api.ts';
import { AboutOrder } from './about-order.tsx';

/** History of an order, newest first: user, time, old and new values. */
export const OrderHistoryDialog = ({
  open,
  onClose,
}: {
  /** The order's id. */
  open: string | null;
  onClose: () => void;
}) => {
  const shown = useShown(open);
  const query = useQuery({ ...orderQuery(shown ?? ''), enabled: open !== null });
  const order = query.data?.data;
  return (
    <Dialog title="History" opened={open !== null} onClose={onClose} size={560}>
      <ListStates
        state={listStateOf(query)}
        noun="history"
        isEmpty={order?.history.length === 0}
        empty={<ListEmpty text="This order has no history yet" />}
        skeleton={<HistorySkeleton />}
      >
        {order && <History order={order} />}
      </ListStates>
    </Dialog>
  );
};

const History = ({ order }: { order: OrderWithHistory }) => (
  <>
    <AboutOrder order={order} />
    <Steps
      label="History"
      steps={order.history
        .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
        .map(({ action, changes, ...step }, index) => ({
          ...step,
          key: String(index),
          act: action,
          // The step already shows its remark.
          changes: changes.filter(({ field, to }) => field !== 'remark' || to !== step.remark),
        }))}
      fields={{ status: { label: 'Status', words: statusWords } }}
    />
  </>
);

/** `CANCELLED` → "Cancelled". */
const statusWords = (status: string) => status.charAt(0) + status.slice(1).toLowerCase();

const HistorySkeleton = () => (
  <Stack>
    <SkeletonBar width={70} />
    <SkeletonBar width={50} />
    <SkeletonBar width={60} />
  </Stack>
);
