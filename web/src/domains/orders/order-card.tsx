import { Button } from '@mantine/core';
import { IconHistory, IconPencil, IconRepeat, IconX } from '@tabler/icons-react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatPhone } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Moment } from '../../ui/moment.tsx';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import styles from './order-card.module.css';
import { OrderLessons, type OrderLesson } from './order-lessons.tsx';
import { OrderMoney } from './order-money.tsx';
import { orderTone } from './order-tone.ts';

export type OrderActions = {
  onUpdate: (order: Order) => void;
  onCancel: (order: Order) => void;
  onHistory: (order: Order) => void;
  onLesson: (lesson: OrderLesson, order: Order) => void;
};

/** An order: what was bought by whom, its lessons in three columns, what it cost (part 2 §2). */
export const OrderCard = ({ order, ...actions }: { order: Order } & OrderActions) => {
  const { created_by: student, detail } = order;
  const phone = formatPhone(student);
  const title = `order-${order._id}`;
  return (
    <article
      className={styles.card}
      data-cancelled={order.status === 'CANCELLED' || undefined}
      aria-labelledby={`${title}-class ${title}-student`}
    >
      <OrderHeading order={order} />
      <OrderButtons order={order} {...actions} />
      <div className={styles.identity}>
        <h2 id={`${title}-class`} className={styles.title}>
          <RecordLink to="class" id={detail.class_obj._id} name={detail.class_obj.name} />
        </h2>
        <p id={`${title}-student`} className={styles.student}>
          <RecordLink to="student" id={student._id} name={student.name || student.email} />
        </p>
        <p className={styles.contact}>
          {student.name && <span>{student.email}</span>}
          {phone && <span>{phone}</span>}
        </p>
      </div>
      <OrderLessons
        lessons={detail.lessonList}
        onLesson={(lesson) => actions.onLesson(lesson, order)}
      />
      <OrderMoney order={order} />
    </article>
  );
};

const OrderHeading = ({ order }: { order: Order }) => {
  const { sees_order_id: seesId } = useSessionUser();
  return (
    <div className={styles.heading}>
      <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
      <span className={styles.type}>{order.type}</span>
      {order.meta.is_renewal && (
        <Tag icon={<IconRepeat size={13} stroke={1.7} aria-hidden="true" />}>Renewal</Tag>
      )}
      <span className={styles.created}>
        <Moment at={order.created} />
      </span>
      {order.remark && <span className={styles.remark}>{order.remark}</span>}
      {seesId && <span className={styles.id}>Order {order._id}</span>}
    </div>
  );
};

const OrderButtons = ({ order, ...actions }: { order: Order } & OrderActions) => (
  <div className={styles.actions}>
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconHistory size={16} stroke={1.7} />}
      data-opens
      onClick={() => actions.onHistory(order)}
    >
      History
    </Button>
    {order.abilities.update && (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPencil size={16} stroke={1.7} />}
        onClick={() => actions.onUpdate(order)}
      >
        Update
      </Button>
    )}
    {order.abilities.cancel && (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconX size={16} stroke={1.7} />}
        onClick={() => actions.onCancel(order)}
      >
        Cancel Order
      </Button>
    )}
  </div>
);
