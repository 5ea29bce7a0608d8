import { Textarea } from '@mantine/core';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { acceptPaidAmount } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { longText } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { AboutOrder, ActFacts, type OrderFormProps } from './about-order.tsx';
import { attentionWords, paidWords } from './attention-words.ts';
import { useOverruled } from './process-order-dialog.tsx';
import { refreshedByOrders } from './orders.api.ts';

export const acceptPaidForm = defineForm({
  noun: 'order',
  create: acceptPaidAmount,
  refreshes: refreshedByOrders,
  fields: { remark: longText({ label: 'Reason', required: true, maxLength: 2000 }) },
});

type Props = { open: Order | null; onClose: () => void };

/** Makes the amount that the web shop received the price of the order (decisions: Orders). */
export const AcceptPaidDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Form order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ order, ...dialog }: OrderFormProps) => {
  const overruled = useOverruled();
  const form = useFormState(acceptPaidForm, {
    ...dialog,
    params: { id: order._id },
    also: { version: order.version },
    done: 'Amount accepted',
    afterRefusal: overruled,
  });
  const paid = paidWords(order);
  return (
    <ActDialog
      title="Accept the amount paid"
      form={form}
      actLabel={`Accept ${paid}`}
      about={<AboutOrder order={order} />}
    >
      <ActFacts>
        <li>{attentionWords(order)}</li>
        <li>
          {paid} becomes the price instead of {formatMoney(order.actual_price, order.currency)}.
        </li>
        {order.attention?.reason !== 'nothing_left' && (
          <li>The student joins the roster of the lessons.</li>
        )}
      </ActFacts>
      <Textarea {...form.field('remark')} autosize minRows={2} />
    </ActDialog>
  );
};
