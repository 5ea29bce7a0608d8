import { useQuery } from '@tanstack/react-query';
import { ListParts } from '../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { formatCount } from '../../../lib/formats.ts';
import { orderQueryOf, pageSize } from '../order-search.ts';
import { orderListQuery } from '../orders.api.ts';
import { OrderTable } from './order-table.tsx';

type Props = {
  /** The code's name. */
  code: string;
  page: number;
  onPage: (page: number) => void;
};

/** The orders that used a discount code, of every status, newest first. */
export const CodeOrders = ({ code, page, onPage }: Props) => {
  const query = useQuery(codeOrdersQuery(code, page));
  const state = listStateOf(query);
  const count = query.data?.count ?? 0;
  const text = 'There are no orders to display';
  return (
    <ListParts
      label="Orders"
      state={state}
      footer={
        <Pager
          page={page}
          pageSize={pageSize}
          count={query.data?.count}
          noun={['order', 'orders']}
          onPage={onPage}
        />
      }
    >
      <OrderTable
        caption="Orders with this discount code"
        orders={query.data?.data ?? []}
        state={state}
        withStudent
        skeletonRows={5}
        empty={
          count > 0 ? (
            <PastLastPage
              text={text}
              count={formatCount(count, 'order')}
              onFirst={() => onPage(1)}
            />
          ) : (
            <ListEmpty text={text} detail="No order has used this code yet." />
          )
        }
      />
    </ListParts>
  );
};

const codeOrdersQuery = (code: string, page: number) =>
  orderListQuery(orderQueryOf({ discount_code: code }, page));
