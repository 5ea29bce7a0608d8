import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { cancelRemarkMessage } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { placeAmong, problemsOfFailure } from '../../../lib/form-problems.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useCancelOrder } from '../orders.api.ts';
import { AboutOrder, type OrderFormProps } from './about-order.tsx';
import { cancelFacts } from './cancel-facts.ts';
import styles from './small-dialogs.module.css';

type Props = { order: Order | null; onClose: () => void };

/** Cancels an order; asks for the reason and says what will happen (part 2 §5). */
export const CancelOrderDialog = ({ order, onClose }: Props) => (
  <FreshForm record={order}>
    {(shown, opened) => <Form order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const placeOf = placeAmong(['remark']);

const Form = ({ order, opened, onClose }: OrderFormProps) => {
  const [remark, setRemark] = useState('');
  const [missing, setMissing] = useState(false);
  const cancel = useCancelOrder();
  const queryClient = useQueryClient();
  const problems = problemsOfFailure(cancel.error, placeOf);

  const submit = () => {
    if (remark.trim() === '') {
      setMissing(true);
      return;
    }
    cancel.mutate(
      { params: { id: order._id }, body: { remark } },
      {
        onSuccess: () => {
          showSnackbar('Order cancelled');
          onClose();
        },
        // Somebody else may have cancelled it: the list below should say so.
        onError: () => void queryClient.invalidateQueries({ queryKey: ['orders'] }),
      },
    );
  };

  return (
    <Dialog
      title="Cancel order"
      opened={opened}
      onClose={onClose}
      dirty={remark.trim() !== ''}
      busy={cancel.isPending}
      onSubmit={submit}
      cancelLabel="Keep order"
      primary={
        <Button type="submit" variant="danger" loading={cancel.isPending}>
          Cancel Order
        </Button>
      }
    >
      <AboutOrder order={order} />
      <ul className={styles.facts}>
        {cancelFacts(order, Temporal.Now.instant().toString()).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className={styles.fields}>
        {problems.form && <Banner tone="negative" title={problems.form} />}
        <Textarea
          label="Remark"
          required
          data-autofocus
          maxLength={2000}
          value={remark}
          onChange={(event) => {
            setRemark(event.currentTarget.value);
            setMissing(false);
          }}
          error={missing ? cancelRemarkMessage : problems.remark}
        />
      </div>
    </Dialog>
  );
};
