import { Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { agentsQuery } from '../../users/users.api.ts';
import { useUpdateOrder } from '../orders.api.ts';
import { AgentSelect } from './agent-select.tsx';
import { changesOf, isChanged, updateBodyOf, type OrderChanges } from './order-update.ts';
import styles from './small-dialogs.module.css';
import { useShown } from './use-shown.ts';

type Props = { order: Order | null; onClose: () => void };

/** Changes agent, remark and the renewal mark of an order (part 2 §4). */
export const UpdateOrderDialog = ({ order, onClose }: Props) => {
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
  const [typed, setTyped] = useState(() => changesOf(order));
  /** The order as somebody else saved it meanwhile. */
  const [current, setCurrent] = useState<Order | null>(null);
  const update = useUpdateOrder();
  const base = current ?? order;
  const fieldErrors = update.error instanceof ApiError ? update.error.fieldErrors : {};

  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setTyped(changesOf(order));
      setCurrent(null);
      update.reset();
    }
  }

  const save = () =>
    update.mutate(
      { params: { id: order._id }, body: updateBodyOf(base, typed) },
      {
        onSuccess: () => {
          showSnackbar('Order updated');
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.has('stale') && error.current)
            setCurrent(error.current as Order);
        },
      },
    );

  return (
    <Dialog
      title="Update order"
      opened={opened}
      onClose={onClose}
      dirty={isChanged(order, typed)}
      busy={update.isPending}
      onSubmit={save}
      primary={
        <PrimaryButton busy={update.isPending} keys="Ctrl ↵">
          Update Order
        </PrimaryButton>
      }
    >
      <p className={styles.about}>
        <strong>{order.detail.class_obj.name}</strong>,{' '}
        {order.created_by.name || order.created_by.email}
      </p>
      <div className={styles.fields}>
        {current ? (
          <StaleNotice current={current} typed={typed} />
        ) : (
          update.error && <Banner tone="negative" title={sentenceOf(update.error)} />
        )}
        <AgentSelect
          value={typed.agent}
          onChange={(agent) => setTyped({ ...typed, agent })}
          present={base.agent}
          error={fieldErrors['agent']}
        />
        <Textarea
          label="Remark"
          maxLength={2000}
          value={typed.remark}
          onChange={(event) => setTyped({ ...typed, remark: event.currentTarget.value })}
          error={fieldErrors['remark']}
        />
        <Checkbox
          label="This is a renewal"
          checked={typed.isRenewal}
          onChange={(event) => setTyped({ ...typed, isRenewal: event.currentTarget.checked })}
        />
      </div>
    </Dialog>
  );
};

/** Both versions side by side; what was typed stays in the form. */
const StaleNotice = ({ current, typed }: { current: Order; typed: OrderChanges }) => {
  const { data } = useQuery(agentsQuery);
  const agentName = (id: string | null) =>
    id === current.agent?._id
      ? current.agent?.name
      : data?.data.find((agent) => agent._id === id)?.name;
  const rows = [
    ['Agent', current.agent?.name ?? 'No agent', agentName(typed.agent) ?? 'No agent'],
    ['Remark', current.remark, typed.remark],
    ['Renewal', current.meta.is_renewal ? 'Yes' : 'No', typed.isRenewal ? 'Yes' : 'No'],
  ] as const;
  return (
    <Banner tone="warning" title="Somebody saved this order meanwhile.">
      <p>Update Order replaces the saved values with yours.</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([field, saved, yours]) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{saved}</td>
              <td>{yours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Banner>
  );
};
