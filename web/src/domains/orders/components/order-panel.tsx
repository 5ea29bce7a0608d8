import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { downloadList } from '../../../lib/download.ts';
import { formatCount, formatDayRange } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { ListEmpty, ListStates, PastLastPage } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import {
  changedFilters,
  filtersOf,
  pageSize,
  searchOf,
  type OrderFilters,
  type OrderSearch,
} from '../order-search.ts';
import { useOrderList } from '../use-order-list.ts';
import { CancelOrderDialog } from '../cancel-order-dialog.tsx';
import { LessonRosterDialog, type LessonOfOrder } from './lesson-roster-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import cardStyles from './order-card.module.css';
import { CreatedFilter, OrderFilterFields } from './order-filters.tsx';
import { OrderSkeletons } from './order-skeletons.tsx';
import { UpdateOrderDialog } from '../update-order-dialog.tsx';
import { UserSearchLine } from './user-search-line.tsx';

type Props = { search: OrderSearch; onSearch: (search: OrderSearch) => void };

/** The panel of the orders screen: filters or the user search, the cards, the pager. */
export const OrderPanel = ({ search, onSearch }: Props) => {
  const list = useOrderList(search);
  const narrow = useNarrow();
  const page = search.page ?? 1;
  const [updated, setUpdated] = useState<Order | null>(null);
  const [cancelled, setCancelled] = useState<Order | null>(null);
  const [lesson, setLesson] = useState<LessonOfOrder | null>(null);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  const summary = list.count === undefined ? undefined : formatCount(list.count, 'order');
  const filters = <Filters search={search} onSearch={onSearch} summary={summary} list={list} />;
  const found = <UserFound search={search} onSearch={onSearch} list={list} />;
  return (
    <ListPanel
      label="Orders"
      state={list.state}
      filters={list.term === undefined ? filters : found}
      footer={
        <Pager
          page={page}
          pageSize={pageSize}
          count={list.count}
          noun={['order', 'orders']}
          beside={!narrow && list.orders.length > 0 && <Download list={list} />}
          onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
        />
      }
    >
      <div ref={top} />
      <ListStates
        state={list.state}
        noun="orders"
        isEmpty={list.orders.length === 0}
        empty={<NoOrders search={search} onSearch={onSearch} count={list.count ?? 0} />}
        skeleton={<OrderSkeletons />}
      >
        <ul className={cardStyles.list}>
          {list.orders.map((order) => (
            <li key={order._id}>
              <OrderCard
                order={order}
                onUpdate={setUpdated}
                onCancel={setCancelled}
                onHistory={() => onSearch({ ...search, order: order._id })}
                onLesson={(opened) =>
                  setLesson({ lesson: opened, tuitionClass: order.detail.class_obj })
                }
              />
            </li>
          ))}
        </ul>
      </ListStates>
      {/* Beside the list, not in it: a list that fails to load must not take a form with it. */}
      <UpdateOrderDialog order={updated} onClose={() => setUpdated(null)} />
      <CancelOrderDialog order={cancelled} onClose={() => setCancelled(null)} />
      <LessonRosterDialog shown={lesson} onClose={() => setLesson(null)} />
    </ListPanel>
  );
};

type List = ReturnType<typeof useOrderList>;

const Download = ({ list }: { list: List }) => (
  <DownloadButton
    download={() => downloadList(listOrders, { query: { filter: list.filter } }, 'orders.csv')}
  />
);

const Filters = ({
  search,
  onSearch,
  summary,
  list,
}: Props & { summary: string | undefined; list: List }) => {
  const today = useToday();
  const narrow = useNarrow();
  const filters = filtersOf(search, today);
  const change = (next: OrderFilters) => onSearch(searchOf(next, today));
  return (
    <FilterBar
      changed={changedFilters(filters, today)}
      onReset={() => onSearch({})}
      pinned={<CreatedFilter filters={filters} onChange={change} />}
      // On phones the filters' drawer has it; the pager there has no room.
      end={narrow && <Download list={list} />}
      {...(summary !== undefined && { summary })}
    >
      <OrderFilterFields filters={filters} onChange={change} />
    </FilterBar>
  );
};

const UserFound = ({ list, onSearch }: Props & { list: List }) => (
  <UserSearchLine
    term={list.term ?? ''}
    found={list.found}
    onClear={() => onSearch({})}
    end={useNarrow() && <Download list={list} />}
  />
);

const NoOrders = ({ search, onSearch, count }: Props & { count: number }) => {
  const today = useToday();
  const filters = filtersOf(search, today);
  const text = 'There are no orders to display';
  if (count > 0)
    return (
      <PastLastPage
        text={text}
        count={formatCount(count, 'order')}
        onFirst={() => onSearch({ ...search, page: undefined })}
      />
    );
  if (search.email ?? search.search) return <ListEmpty text={text} />;
  const changed = changedFilters(filters, today) > 0;
  return (
    <ListEmpty
      text={text}
      detail={`Nothing created ${filters.from === filters.to ? 'on' : 'in'} ${formatDayRange(filters.from, filters.to)} matches these filters.`}
      actions={
        <>
          {changed && <Button onClick={() => onSearch({})}>Clear filters</Button>}
          <Button
            variant={changed ? 'subtle' : 'default'}
            onClick={() =>
              onSearch(searchOf({ ...filters, from: addMonths(today, -12), to: today }, today))
            }
          >
            Show the last 12 months
          </Button>
        </>
      }
    />
  );
};
