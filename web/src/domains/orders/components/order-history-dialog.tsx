import { useQuery } from '@tanstack/react-query';
import type { OrderWithHistory } from '@staffroom/contract/domains/orders/order.schema.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../../ui/list-states.tsx';
import type { Tone } from '../../../ui/status-chip.tsx';
import { Timeline, TimelineChange, TimelineStep } from '../../../ui/timeline.tsx';
import { useShown } from '../../../ui/use-shown.ts';
import { orderQuery } from '../orders.api.ts';
import { AboutOrder } from './about-order.tsx';
import styles from './small-dialogs.module.css';

type Step = OrderWithHistory['history'][number];

const steps: Record<Step['action'], { words: string; tone: Tone }> = {
  created: { words: 'Created', tone: 'green' },
  updated: { words: 'Updated', tone: 'blue' },
  cancelled: { words: 'Cancelled', tone: 'grey' },
};

/** What happened to an order, newest first: who, when, what from which value to which. */
export const OrderHistoryDialog = ({
  orderId,
  onClose,
}: {
  orderId: string | null;
  onClose: () => void;
}) => {
  const shown = useShown(orderId);
  const query = useQuery({ ...orderQuery(shown ?? ''), enabled: orderId !== null });
  const order = query.data?.data;
  return (
    <Dialog title="History" opened={orderId !== null} onClose={onClose} size={560}>
      <ListStates
        state={listStateOf(query)}
        noun="history"
        isEmpty={order?.history.length === 0}
        empty={<ListEmpty text="Nothing happened to this order yet" />}
        skeleton={<HistorySkeleton />}
      >
        {order && <Steps order={order} />}
      </ListStates>
    </Dialog>
  );
};

const Steps = ({ order }: { order: OrderWithHistory }) => (
  <>
    <AboutOrder order={order} />
    <Timeline label="History">
      {order.history
        .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
        .map((step, index) => (
          <TimelineStep
            key={index}
            title={steps[step.action].words}
            tone={steps[step.action].tone}
            by={step.by}
            at={step.at}
          >
            {step.remark && <p>{step.remark}</p>}
            {step.changes.map((change) => (
              <TimelineChange key={change.field} {...change} />
            ))}
          </TimelineStep>
        ))}
    </Timeline>
  </>
);

const HistorySkeleton = () => (
  <div className={styles.fields}>
    <SkeletonBar width={70} />
    <SkeletonBar width={50} />
    <SkeletonBar width={60} />
  </div>
);
