import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { OrderFormDialog } from './order-form-dialog.tsx';

type Props = {
  types: readonly OrderType[];
  /** Whom the order is for, where that is known. */
  email?: string | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Create New order: a fresh form each time it is opened (part 2 §2). */
export const CreateOrderDialog = ({ types, email, opened, onClose }: Props) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_, isOpened) => (
      <OrderFormDialog types={types} email={email} opened={isOpened} onClose={onClose} />
    )}
  </FreshForm>
);
