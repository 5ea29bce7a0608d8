import type { OrderStatus } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** PROCESSED green, CANCELLED grey, anything else red (part 2 §2, Status colours). */
export const orderTone = (status: OrderStatus): Tone => {
  if (status === 'PROCESSED') return 'green';
  return status === 'CANCELLED' ? 'grey' : 'red';
};
