import { Button } from '@mantine/core';
import {
  IconCheck,
  IconCoin,
  IconHistory,
  IconPencil,
  IconRepeat,
  IconX,
} from '@tabler/icons-react';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { inColumns } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { discountPercent, toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { lessonCode, lessonTopic } from '../lessons/lesson-words.ts';
import { attentionWords, paidWords } from './attention-words.ts';
import styles from './order-card.module.css';
import { orderTone } from './order-tone.ts';

export type OrderLesson = Order['detail']['lessonList'][number];

type OrderActions = {
  onAcceptPaid: (order: Order) => void;
  onProcess: (order: Order) => void;
  onUpdate: (order: Order) => void;
  onCancel: (order: Order) => void;
  onHistory: (order: Order) => void;
  onLesson: (lesson: OrderLesson, order: Order) => void;
};

/** An order: student and class, its lessons in three columns, its price (part 2 §2). */
export const OrderCard = ({ order, ...actions }: { order: Order } & OrderActions) => {
  const { created_by: student, detail } = order;
  const phone = formatPhone(student);
  const { sees_order_id: seesId } = useSessionUser();
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
        {seesId && <OrderId id={order._id} />}
      </div>
      <OrderLessons
        lessons={detail.lessonList}
        onLesson={(lesson) => actions.onLesson(lesson, order)}
      />
      <OrderMoney order={order} />
    </article>
  );
};

const OrderHeading = ({ order }: { order: Order }) => (
  <div className={styles.heading}>
    <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
    <span className={styles.type}>{order.type}</span>
    {order.attention && <StatusChip tone="orange">{attentionWords(order)}</StatusChip>}
    {order.meta.is_renewal && (
      <Tag icon={<IconRepeat size={13} stroke={1.7} aria-hidden="true" />}>Renewal</Tag>
    )}
    <span className={styles.created}>
      <Moment at={order.created} />
    </span>
    {order.remark && <span className={styles.remark}>{order.remark}</span>}
  </div>
);

/** The end of an order's id, where ids differ; the full id is in the title, is read by screen readers and copied. */
const OrderId = ({ id }: { id: string }) => (
  <p className={styles.id} title={id}>
    Order <span className={styles.idStart}>{id.slice(0, -shownOfId)}</span>
    {id.slice(-shownOfId)}
  </p>
);

const shownOfId = 8;

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
    {order.abilities.accept_paid && (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconCoin size={16} stroke={1.7} />}
        onClick={() => actions.onAcceptPaid(order)}
      >
        {`Accept ${paidWords(order)}`}
      </Button>
    )}
    {order.abilities.process && (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconCheck size={16} stroke={1.7} />}
        onClick={() => actions.onProcess(order)}
      >
        Process
      </Button>
    )}
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

/** The lessons in 3 columns, filled downwards (part 2 §9); a click opens the lesson's students. */
const OrderLessons = ({
  lessons,
  onLesson,
}: {
  lessons: readonly OrderLesson[];
  onLesson: (lesson: OrderLesson) => void;
}) => {
  const { shortDay } = useFormats();
  return (
    <div className={styles.lessons}>
      {inColumns(lessons).map((column, index) =>
        column.length === 0 ? (
          <span key={index} />
        ) : (
          <ul key={index} className={styles.lessonColumn}>
            {column.map((lesson) => (
              <li key={lesson._id}>
                <button
                  type="button"
                  className={styles.lesson}
                  title={lesson.name}
                  onClick={() => onLesson(lesson)}
                >
                  <span className={styles.lessonCode}>{lessonCode(lesson)}</span>{' '}
                  <span className={styles.lessonName}>{lessonTopic(lesson)}</span>{' '}
                  <span className={styles.lessonDay}>{shortDay(lesson.scheduled_on)}</span>
                </button>
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
};

/** Price, discount, payment and agent of an order; the percentage is rounded (part 2 §9). */
const OrderMoney = ({ order }: { order: Order }) => {
  const { original_price: original, actual_price: actual, currency, detail } = order;
  // An accepted difference is a line of its own, not a discount.
  const accepted = order.accepted_difference;
  const price = toWireAmount(toCents(actual) - toCents(accepted));
  const percent = discountPercent(original, price);
  const unbilled = detail.lesson.length - detail.billable_lesson.length;
  return (
    <dl className={styles.money}>
      <div>
        <dt>
          {formatCount(detail.lesson.length, 'lesson')}
          {unbilled > 0 && `, ${detail.billable_lesson.length} billed`}
        </dt>
        <dd className={styles.price}>
          <Money amount={actual} currency={currency} />
        </dd>
      </div>
      {accepted !== 0 && (
        <div>
          <dt>Difference accepted</dt>
          <dd>
            {accepted > 0 && '+'}
            <Money amount={accepted} currency={currency} />
          </dd>
        </div>
      )}
      {order.paid_amount !== null && (order.attention || accepted !== 0) && (
        <div>
          <dt>Paid</dt>
          <dd>{paidWords(order)}</dd>
        </div>
      )}
      {(detail.discount ?? original !== price) && (
        <div>
          <dt>
            {detail.discount ? (
              <Tag accent>
                <RecordLink
                  to="discount code"
                  id={detail.discount._id}
                  name={detail.discount.code}
                />
              </Tag>
            ) : (
              'Discount'
            )}
          </dt>
          <dd>
            {original !== price && (
              <>
                <span className={styles.before}>
                  <Money amount={original} currency={currency} struck />
                </span>{' '}
                <span className={styles.percent}>−{percent}%</span>
              </>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>Payment</dt>
        <dd>{paymentWords(order)}</dd>
      </div>
      <div>
        <dt>Agent</dt>
        <dd className={order.agent ? undefined : styles.none}>
          {order.agent ? (
            <RecordLink to="staff" id={order.agent._id} name={order.agent.name} />
          ) : (
            'No agent'
          )}
        </dd>
      </div>
    </dl>
  );
};

/** Bank transfer if a staff member handled it, else online with its platform (part 2 §3, Order). */
const paymentWords = (order: Pick<Order, 'handled_by' | 'payment'>): string => {
  if (order.handled_by) return 'Bank transfer';
  return order.payment.platform ? `Online, ${order.payment.platform}` : 'Online';
};

/** Placeholder cards in the real shape, for the first load. */
export const OrderSkeletons = ({ count = 6 }: { count?: number }) =>
  Array.from({ length: count }, (_, card) => (
    <div key={card} className={styles.card}>
      <div className={styles.heading}>
        <Bars widths={[34 + ((card * 7) % 12)]} />
      </div>
      <div className={styles.identity}>
        <Bars widths={[82 - ((card * 11) % 20), 54, 70]} />
      </div>
      <div className={styles.lessons}>
        <Bars widths={[92, 86, 90]} />
        <Bars widths={[88, 92]} />
        <Bars widths={[90]} />
      </div>
      <div className={styles.money}>
        <Bars widths={[100, 80, 90]} />
      </div>
    </div>
  ));

const Bars = ({ widths }: { widths: readonly number[] }) => (
  <div className={styles.skeleton} style={{ flex: 1 }}>
    {widths.map((width, index) => (
      <SkeletonBar key={index} width={width} />
    ))}
  </div>
);
