import { useQuery } from '@tanstack/react-query';
import type { OrderWithHistory } from '@staffroom/contract/domains/orders/order.schema.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../../ui/list-states.tsx';
import { Dot, type Tone } from '../../../ui/status-chip.tsx';
import { orderQuery } from '../orders.api.ts';
import styles from './small-dialogs.module.css';
import { useShown } from '../../../ui/use-shown.ts';

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
        {order && <Timeline order={order} />}
      </ListStates>
    </Dialog>
  );
};

const Timeline = ({ order }: { order: OrderWithHistory }) => (
  <>
    <p className={styles.about}>
      <strong>{order.detail.class_obj.name}</strong>,{' '}
      {order.created_by.name || order.created_by.email}
    </p>
    <ol className={styles.timeline}>
      {order.history
        .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
        .map((step, index) => (
          <TimelineStep key={index} step={step} />
        ))}
    </ol>
  </>
);

const TimelineStep = ({ step }: { step: Step }) => {
  const { dateTime } = useFormats();
  const { words, tone } = steps[step.action];
  return (
    <li className={styles.step}>
      <span className={styles.stepDot}>
        <Dot tone={tone} />
      </span>
      <div className={styles.stepHead}>
        <strong>{words}</strong>
        <span>
          {step.by}, {dateTime(step.at)}
        </span>
      </div>
      {step.remark && <p>{step.remark}</p>}
      {step.changes.map((change) => (
        <p key={change.field} className={styles.change}>
          {change.field}: {change.from || 'nothing'} → {change.to || 'nothing'}
        </p>
      ))}
    </li>
  );
};

const HistorySkeleton = () => (
  <div className={styles.fields}>
    <SkeletonBar width={70} />
    <SkeletonBar width={50} />
    <SkeletonBar width={60} />
  </div>
);
