import { Button, Group, Stack, Text } from '@mantine/core';
import {
  IconCheck,
  IconCoin,
  IconCopy,
  IconHistory,
  IconPencil,
  IconRepeat,
  IconUser,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { inColumns } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { discountPercent, toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { addressOfRecord, RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { copyText } from '../../ui/copy-text.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
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

type Props = {
  order: Order;
  /** The actions are large buttons below the card, for phones. */
  narrow: boolean;
} & OrderActions;

/** An order: student and class, its lessons in three columns, its price (part 2 §2). */
export const OrderCard = ({ order, narrow, ...actions }: Props) => {
  const { created_by: student, detail } = order;
  const phone = formatPhone(student);
  const { sees_order_id: seesId } = useSessionUser();
  const id = `order-${order._id}`;
  const next = nextAction(order, actions);
  return (
    <article
      className={styles.card}
      data-cancelled={order.status === 'CANCELLED' || undefined}
      aria-labelledby={`${id}-class ${id}-student`}
    >
      <div className={styles.head}>
        <OrderHeading order={order} onHistory={actions.onHistory} />
        <div className={styles.actions}>
          {seesId && <OrderId id={order._id} />}
          {!narrow && <div className={styles.slot}>{next && <ActionButton quiet {...next} />}</div>}
          <OrderMenu order={order} next={next} {...actions} />
        </div>
      </div>
      <div className={styles.identity}>
        <h2 id={`${id}-class`} className={styles.title}>
          <RecordLink to="class" id={detail.class_obj._id} name={detail.class_obj.name} />
        </h2>
        <p id={`${id}-student`}>
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
      {narrow && (next || order.abilities.cancel) && (
        <Group grow>
          {next && <ActionButton {...next} />}
          {order.abilities.cancel && (
            <ActionButton
              label="Cancel Order"
              icon={IconX}
              onClick={() => actions.onCancel(order)}
            />
          )}
        </Group>
      )}
    </article>
  );
};

const OrderHeading = ({ order, onHistory }: Pick<Props, 'order' | 'onHistory'>) => (
  <div className={styles.heading}>
    <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
    <Text span variant="strong" c="secondary">
      {order.type}
    </Text>
    {order.attention && <StatusChip tone="orange">{attentionWords(order)}</StatusChip>}
    {order.meta.is_renewal && (
      <Tag icon={<IconRepeat size={13} stroke={1.7} aria-hidden="true" />}>Renewal</Tag>
    )}
    <button type="button" className={styles.created} data-opens onClick={() => onHistory(order)}>
      <Moment at={order.created} />
    </button>
    {order.remark && (
      <span className={styles.remark} title={order.remark}>
        {order.remark}
      </span>
    )}
  </div>
);

/** The end of an order's id, where ids differ; the full id is in the title, is read by screen readers and copied. */
const OrderId = ({ id }: { id: string }) => (
  <button
    type="button"
    className={styles.id}
    title={id}
    onClick={() => void copyText('Order id', id)}
  >
    <span className={styles.idStart}>Order {id.slice(0, -shownOfId)}</span>
    {id.slice(-shownOfId)}
  </button>
);

const shownOfId = 8;

type Action = { label: string; icon: Icon; onClick: () => void };

/** The one action that follows an order's status, if the user may do it. */
const nextAction = (order: Order, actions: OrderActions): Action | undefined => {
  const { abilities } = order;
  if (abilities.accept_paid)
    return {
      label: `Accept ${paidWords(order)}`,
      icon: IconCoin,
      onClick: () => actions.onAcceptPaid(order),
    };
  if (abilities.process)
    return { label: 'Process', icon: IconCheck, onClick: () => actions.onProcess(order) };
  if (abilities.update)
    return { label: 'Update', icon: IconPencil, onClick: () => actions.onUpdate(order) };
  return undefined;
};

const ActionButton = ({
  label,
  icon: ActionIcon,
  onClick,
  quiet = false,
}: Action & { quiet?: boolean }) => (
  <Button
    variant={quiet ? 'subtle' : 'default'}
    size="xs"
    leftSection={<ActionIcon size={16} stroke={1.7} />}
    onClick={onClick}
  >
    {label}
  </Button>
);

const OrderMenu = ({
  order,
  next,
  ...actions
}: { order: Order; next: Action | undefined } & OrderActions) => {
  const { _id: id, abilities, created_by: student, detail } = order;
  const mayOpen = useMayOpen();
  const { sees_order_id: seesId } = useSessionUser();
  const entries: (RowAction | false | undefined)[] = [
    next && { ...next, keys: 'u' },
    // An order that can be processed or accepted can be corrected first.
    abilities.update &&
      next?.label !== 'Update' && {
        label: 'Update',
        icon: IconPencil,
        onClick: () => actions.onUpdate(order),
      },
    { label: 'History', icon: IconHistory, keys: '↵', onClick: () => actions.onHistory(order) },
    mayOpen('/user') && {
      label: 'Open student',
      icon: IconUser,
      link: addressOfRecord({ to: 'student', id: student._id }),
    },
    seesId && {
      label: 'Copy order id',
      icon: IconCopy,
      onClick: () => void copyText('Order id', id),
    },
    abilities.cancel && {
      label: 'Cancel Order',
      icon: IconX,
      danger: true,
      apart: true,
      onClick: () => actions.onCancel(order),
    },
  ];
  return (
    <RowMenu
      of={`${detail.class_obj.name}, ${student.name || student.email}`}
      actions={entries.filter((entry) => Boolean(entry)) as RowAction[]}
    />
  );
};

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
      {inColumns(lessons)
        .filter((column) => column.length > 0)
        .map((column) => (
          <ul key={column[0]?._id}>
            {column.map((lesson) => (
              <li key={lesson._id}>
                <button
                  type="button"
                  className={styles.lesson}
                  title={lesson.name}
                  onClick={() => onLesson(lesson)}
                >
                  <span>{shortDay(lesson.scheduled_on)}</span> <span>{lessonCode(lesson)}</span>{' '}
                  <span className={styles.name}>{lessonTopic(lesson)}</span>
                </button>
              </li>
            ))}
          </ul>
        ))}
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
                <Text span inherit c="dimmed">
                  <Money amount={original} currency={currency} struck />
                </Text>{' '}
                <Text span inherit fw={550} c="positive">
                  −{percent}%
                </Text>
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
        <dd>
          {order.agent ? (
            <RecordLink to="staff" id={order.agent._id} name={order.agent.name} />
          ) : (
            <Text span inherit c="dimmed">
              No agent
            </Text>
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
export const OrderSkeletons = () =>
  Array.from({ length: 5 }, (_, card) => (
    <div key={card} className={styles.card}>
      <div className={styles.head}>
        <SkeletonBar width={34 + ((card * 7) % 12)} />
      </div>
      <div className={styles.identity}>
        <Bars widths={[82 - ((card * 11) % 20), 54, 70, 48]} />
      </div>
      <div className={styles.lessons}>
        <Bars widths={[92, 86, 90, 78]} />
        <Bars widths={[88, 92, 80]} />
        <Bars widths={[90, 84, 86]} />
      </div>
      <div className={styles.money}>
        <Bars widths={[100, 80, 90]} />
      </div>
    </div>
  ));

const Bars = ({ widths }: { widths: readonly number[] }) => (
  <Stack gap="sm" py={5}>
    {widths.map((width, index) => (
      <SkeletonBar key={index} width={width} />
    ))}
  </Stack>
);
