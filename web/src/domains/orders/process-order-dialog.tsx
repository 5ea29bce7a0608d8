import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { processOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { AboutOrder, ActFacts, type OrderFormProps } from './about-order.tsx';
import { refreshedByOrders } from './orders.api.ts';

/** Processing only needs a confirmation, and a second one for refusals that the user may override. */
export const processForm = defineForm({
  noun: 'order',
  create: processOrder,
  refreshes: refreshedByOrders,
  fields: {},
});

type Props = { open: Order | null; onClose: () => void };

/** Gives a paid order of the web shop its places when it was not processed automatically (decisions: Orders). */
export const ProcessOrderDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Question order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Question = ({ order, ...dialog }: OrderFormProps) => {
  const overruled = useOverruled();
  const form = useFormState(processForm, {
    ...dialog,
    params: { id: order._id },
    done: 'Order processed',
    afterRefusal: overruled,
  });
  const who = order.created_by.name || order.created_by.email;
  return (
    <ActDialog
      title="Process order"
      form={form}
      actLabel="Process Order"
      about={<AboutOrder order={order} />}
    >
      <ActFacts>
        <li>
          {who} joins the roster of {formatCount(order.detail.lessonList.length, 'lesson')}.
        </li>
        <li>The price stays as it was paid.</li>
      </ActFacts>
    </ActDialog>
  );
};

/** Asks whether to process an order despite a refusal that the user may override. */
export const useOverruled = () => {
  const confirm = useConfirm();
  return async (error: unknown) => {
    const allowed = allowedBy(error);
    const question = {
      title: 'Process anyway?',
      message: sentenceOf(error),
      confirmLabel: 'Process anyway',
    };
    return allowed && (await confirm(question)) ? allowed : null;
  };
};

const overrules: Record<string, object> = {
  class_full: { allow_overbook: true },
  class_sold_out: { allow_overbook: true },
  trial_already_taken: { allow_second_trial: true },
  trial_several_lessons: { allow_several_lessons: true },
};

/** The overrides that a yes adds to the request; undefined if any refusal cannot be overridden. */
const allowedBy = (error: unknown) => {
  const asked = error instanceof ApiError ? error.errors.map(({ code }) => overrules[code]) : [];
  return asked.length > 0 && asked.every((allowed) => allowed !== undefined)
    ? (Object.assign({}, ...asked) as Record<string, true>)
    : undefined;
};
