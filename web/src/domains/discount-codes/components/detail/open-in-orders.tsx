import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { useToday } from '../../../../lib/settings.ts';
import { orderDays } from '../../discount-code-page.ts';
import styles from './open-in-orders.module.css';

/** The same orders on the orders list, where they can be filtered further. */
export const OpenInOrders = ({ code }: { code: DiscountCodeDetail }) => (
  <Link
    to="/orders"
    search={{ code: code.code, ...orderDays(code, useToday()), status: [] }}
    className={styles.openInOrders}
  >
    Open in Orders
    <IconExternalLink size={14} stroke={1.7} aria-hidden="true" />
  </Link>
);
