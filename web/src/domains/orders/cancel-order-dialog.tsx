import { Textarea } from '@mantine/core';
import { cancelOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { longText } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { AboutOrder, ActFacts, type OrderFormProps } from './about-order.tsx';
import { cancelFacts } from './cancel-facts.ts';
import { refreshedByOrders } from './orders.api.ts';

/** Cancelling needs a remark; a missing one gets the contract's message (part 2 §5). */
export const cancelForm = defineForm({
  noun: 'order',
  create: cancelOrder,
  refreshes: refreshedByOrders,
  fields: { remark: longText({ label: 'Remark', required: true, maxLength: 2000 }) },
});

type Props = { open: Order | null; onClose: () => void };

/** Cancels an order; asks for the reason and lists the effects (part 2 §5). */
export const CancelOrderDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Form order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ order, ...dialog }: OrderFormProps) => {
  const form = useFormState(cancelForm, {
    ...dialog,
    params: { id: order._id },
    done: 'Order cancelled',
  });
  return (
    <ActDialog
      title="Cancel order"
      form={form}
      actLabel="Cancel Order"
      cancelLabel="Keep order"
      danger
      about={
        <>
          <AboutOrder order={order} />
          <ActFacts>
            {cancelFacts(order, Temporal.Now.instant().toString()).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ActFacts>
        </>
      }
    >
      <Textarea {...form.field('remark')} data-autofocus />
    </ActDialog>
  );
};
