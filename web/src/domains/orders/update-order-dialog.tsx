import { Checkbox, Textarea } from '@mantine/core';
import { updateOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { flag, longText, named } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { AgentSelect } from '../users/agent-select.tsx';
import { AboutOrder, type OrderFormProps } from './about-order.tsx';

/** Agent, remark and renewal mark; agent and remark are sent only when not empty (part 2 §5, Update order). */
export const orderForm = defineForm({
  noun: 'order',
  update: updateOrder,
  refreshes: ['orders'],
  fields: {
    agent: named({ label: 'Agent' }),
    remark: longText({ label: 'Remark', maxLength: 2000, sentEmpty: false }),
    is_renewal: flag({ label: 'This is a renewal', at: 'meta.is_renewal' }),
  },
});

type Props = { open: Order | null; onClose: () => void };

/** Changes agent, remark and the renewal mark of an order (part 2 §4). */
export const UpdateOrderDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Form order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ order, ...dialog }: OrderFormProps) => {
  const form = useFormState(orderForm, {
    ...dialog,
    record: order,
    done: 'Order updated',
    // Always sent (part 2 §5).
    beforeSave: ({ is_renewal }) => Promise.resolve({ meta: { is_renewal } }),
  });
  return (
    <ActDialog
      title="Update order"
      form={form}
      actLabel="Update Order"
      about={<AboutOrder order={order} />}
    >
      <AgentSelect {...form.field('agent')} />
      <Textarea {...form.field('remark')} />
      <Checkbox {...form.field('is_renewal')} />
    </ActDialog>
  );
};
