import { useState } from 'react';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { OrderFormDialog } from './order-form-dialog.tsx';

type Props = { types: readonly OrderType[]; opened: boolean; onClose: () => void };

/** Create New order: a fresh form each time it is opened (part 2 §2). */
export const CreateOrderDialog = (props: Props) => {
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened !== wasOpened) {
    setWasOpened(props.opened);
    if (props.opened) setOpenings(openings + 1);
  }
  return <OrderFormDialog key={openings} {...props} />;
};
