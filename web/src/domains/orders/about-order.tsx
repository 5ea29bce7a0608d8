import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import styles from './small-dialogs.module.css';

/** Whose order of which class a dialog is about. */
export const AboutOrder = ({ order }: { order: Pick<Order, 'detail' | 'created_by'> }) => (
  <p className={styles.about}>
    <strong>{order.detail.class_obj.name}</strong>,{' '}
    {order.created_by.name || order.created_by.email}
  </p>
);

/** What the form of a dialog about an order is given. */
export type OrderFormProps = { order: Order; opened: boolean; onClose: () => void };
