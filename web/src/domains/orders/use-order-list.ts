import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../lib/settings.ts';
import { listStateOf, type ListState } from '../../ui/list-states.tsx';
import { studentsByEmail, studentsByTerm } from '../users/users.api.ts';
import { filtersOf, orderFilterOf, orderQueryOf, type OrderSearch } from './order-search.ts';
import { orderListQuery } from './orders.api.ts';

/** What the screen asks for first: the orders of the filters, or the students of the user search. */
export const firstOrderQuery = (search: OrderSearch, today: string) =>
  (search.email ?? search.search) === undefined
    ? orderListQuery(orderQueryOf(orderFilterOf(filtersOf(search, today)), search.page))
    : studentsOf(search);

const studentsOf = ({ email, search }: OrderSearch) =>
  email ? studentsByEmail(email) : studentsByTerm(search ?? '');

/**
 * The orders that the address asks for: those of the filters or, while a user search is on, those of
 * the students it finds, whatever the filters say (decisions: Orders).
 */
export const useOrderList = (search: OrderSearch) => {
  const today = useToday();
  const term = search.email ?? search.search;
  const isSearch = term !== undefined;
  const users = useQuery({ ...studentsOf(search), enabled: isSearch });
  const students = isSearch ? users.data?.data.map((user) => user._id) : undefined;
  const nobody = students?.length === 0;

  const filter = isSearch
    ? { created_by: { in: students ?? [] } }
    : orderFilterOf(filtersOf(search, today));
  const orders = useQuery({
    ...orderListQuery(orderQueryOf(filter, search.page)),
    enabled: !isSearch || (students !== undefined && !nobody),
  });

  const empty: ListState = {
    status: 'ready',
    refetching: false,
    error: null,
    retry: () => void users.refetch(),
  };
  const usersFailed = isSearch && users.isError;
  const state = usersFailed ? listStateOf(users) : nobody ? empty : listStateOf(orders);

  return {
    term,
    filter,
    found: users.data && { shown: users.data.data.length, count: users.data.count },
    state,
    orders: nobody ? [] : (orders.data?.data ?? []),
    count: nobody ? 0 : orders.data?.count,
  };
};
