import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { cancelRemarkMessage } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useCancelOrder } from '../orders.api.ts';
import { cancelFacts } from './cancel-facts.ts';
import styles from './small-dialogs.module.css';
import { useShown } from './use-shown.ts';

type Props = { order: Order | null; onClose: () => void };

/** Cancels an order; asks for the reason and says what will happen (part 2 §5). */
export const CancelOrderDialog = ({ order, onClose }: Props) => {
  const shown = useShown(order);
  return shown && <Form key={shown._id} order={shown} opened={order !== null} onClose={onClose} />;
};

const Form = ({
  order,
  opened,
  onClose,
}: {
  order: Order;
  opened: boolean;
  onClose: () => void;
}) => {
  const [remark, setRemark] = useState('');
  const [missing, setMissing] = useState(false);
  const cancel = useCancelOrder();
  const queryClient = useQueryClient();
  const { error } = cancel;
  const remarkError = error instanceof ApiError ? error.fieldErrors['remark'] : undefined;

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
          setRemark('');
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
      onClose={() => {
        setRemark('');
        setMissing(false);
        cancel.reset();
        onClose();
      }}
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
      <p className={styles.about}>
        <strong>{order.detail.class_obj.name}</strong>,{' '}
        {order.created_by.name || order.created_by.email}
      </p>
      <ul className={styles.facts}>
        {cancelFacts(order, Temporal.Now.instant().toString()).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className={styles.fields}>
        {error && !remarkError && <Banner tone="negative" title={sentenceOf(error)} />}
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
          error={missing ? cancelRemarkMessage : remarkError}
        />
      </div>
    </Dialog>
  );
};
