import { IconExternalLink } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { ListParts } from '../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { pageSize } from '../order-search.ts';
import { downloadOrdersOfStudent } from '../orders.api.ts';
import { totalWords } from '../student-orders.ts';
import { OrderTable } from './order-table.tsx';
import styles from './student-orders.module.css';

type Props = {
  studentId: string;
  /** All of the student's orders (`useOrdersOfStudent`). */
  query: UseQueryResult<Order[]>;
  page: number;
  onPage: (page: number) => void;
};

const noun = ['order', 'orders'] as const;
const nothing = 'There are no orders to display';

/** A student's orders, newest first, with what they come to (picture 05). */
export const StudentOrders = ({ studentId, query, page, onPage }: Props) => {
  const { default_currency: currency } = useSettings();
  const state = listStateOf(query);
  const orders = query.data ?? [];
  const shown = orders.slice((page - 1) * pageSize, page * pageSize);
  return (
    <ListParts
      label="Orders"
      state={state}
      footer={
        <Pager
          page={page}
          pageSize={pageSize}
          count={query.data?.length}
          noun={noun}
          onPage={onPage}
          beside={
            orders.length > 0 && (
              <div className={styles.sums}>
                <span>{totalWords(orders, currency)}</span>
                <DownloadButton download={() => downloadOrdersOfStudent(studentId)} />
              </div>
            )
          }
        />
      }
    >
      <OrderTable
        caption="Orders"
        orders={shown}
        state={state}
        skeletonRows={5}
        empty={
          orders.length > 0 ? (
            <PastLastPage
              text={nothing}
              count={formatCount(orders.length, ...noun)}
              onFirst={() => onPage(1)}
            />
          ) : (
            <ListEmpty text={nothing} />
          )
        }
      />
    </ListParts>
  );
};

/** To the orders screen, with this student looked up. */
export const OpenInOrders = ({ email }: { email: string }) => (
  <Link to="/orders" search={{ email }} className={styles.open}>
    Open in Orders
    <IconExternalLink size={15} stroke={1.7} aria-hidden="true" />
  </Link>
);
