import { Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { placeAmong, problemsOfFailure } from '../../../lib/form-problems.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { StaleNotice, type StaleField } from '../../../ui/stale-notice.tsx';
import { unlessStale, useStale } from '../../../ui/use-stale.ts';
import { AgentSelect } from '../../users/components/agent-select.tsx';
import { agentsQuery } from '../../users/users.api.ts';
import { useUpdateOrder } from '../orders.api.ts';
import { AboutOrder, type OrderFormProps } from './about-order.tsx';
import { changesOf, isChanged, updateBodyOf, type OrderChanges } from './order-update.ts';
import styles from './small-dialogs.module.css';

type Props = { order: Order | null; onClose: () => void };

/** Changes agent, remark and the renewal mark of an order (part 2 §4). */
export const UpdateOrderDialog = ({ order, onClose }: Props) => (
  <FreshForm record={order}>
    {(shown, opened) => <Form order={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const placeOf = placeAmong(['agent', 'remark']);

const Form = ({ order, opened, onClose }: OrderFormProps) => {
  const [typed, setTyped] = useState(() => changesOf(order));
  const { base, stale, noteRefusal, choose } = useStale(order, {
    values: typed,
    setValues: setTyped,
    valuesOf: changesOf,
  });
  const update = useUpdateOrder();
  const problems = problemsOfFailure(unlessStale(update.error), placeOf);
  const staleFields = useStaleFields(base);

  const save = () =>
    update.mutate(
      { params: { id: order._id }, body: updateBodyOf(base, typed) },
      {
        onSuccess: () => {
          showSnackbar('Order updated');
          onClose();
        },
        onError: noteRefusal,
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
      <AboutOrder order={order} />
      <div className={styles.fields}>
        {stale && (
          <StaleNotice
            noun="order"
            stale={stale}
            values={typed}
            fields={staleFields}
            onChoose={choose}
            saveLabel="Update Order"
          />
        )}
        {problems.form && <Banner tone="negative" title={problems.form} />}
        <AgentSelect
          value={typed.agent}
          onChange={(agent) => setTyped({ ...typed, agent })}
          present={base.agent}
          error={problems.agent}
        />
        <Textarea
          label="Remark"
          maxLength={2000}
          value={typed.remark}
          onChange={(event) => setTyped({ ...typed, remark: event.currentTarget.value })}
          error={problems.remark}
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

/** What a stale save compares; an agent stands in the form by id only. */
const useStaleFields = (base: Order): StaleField<OrderChanges>[] => {
  const { data } = useQuery(agentsQuery);
  const agents = [...(base.agent ? [base.agent] : []), ...(data?.data ?? [])];
  const agentName = ({ agent: id }: OrderChanges) =>
    agents.find((agent) => agent._id === id)?.name ?? 'No agent';
  return [
    { label: 'Agent', fields: ['agent'], show: agentName },
    { label: 'Remark', fields: ['remark'] },
    {
      label: 'This is a renewal',
      fields: ['isRenewal'],
      show: ({ isRenewal }) => (isRenewal ? 'Yes' : 'No'),
    },
  ];
};
