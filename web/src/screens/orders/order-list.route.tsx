import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { creatableTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useKeptAct } from '../../kit/form/use-kept-act.ts';
import { CardRows } from '../../kit/list/card-rows.tsx';
import { firstPage } from '../../kit/list/define-list.ts';
import { ListPage } from '../../kit/list/list.tsx';
import { formatCount } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useToday, type ClientSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { SearchLine } from '../../ui/search-line.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { studentsByEmail, studentsByTerm } from '../../domains/users/users.api.ts';
import type { LessonOfOrder } from '../../domains/orders/lesson-roster-dialog.tsx';
import { OrderCard, OrderSkeletons } from '../../domains/orders/order-card.tsx';
import {
  orderList,
  orderSearchSchema,
  plainOrderList,
  type OrderSearch,
} from '../../domains/orders/order-lists.ts';

// Loaded on demand: rarely needed when the list opens.
const UpdateOrderDialog = lazyForm(
  async () => (await import('../../domains/orders/update-order-dialog.tsx')).UpdateOrderDialog,
);
const AcceptPaidDialog = lazyForm(
  async () => (await import('../../domains/orders/accept-paid-dialog.tsx')).AcceptPaidDialog,
);
const ProcessOrderDialog = lazyForm(
  async () => (await import('../../domains/orders/process-order-dialog.tsx')).ProcessOrderDialog,
);
const CancelOrderDialog = lazyForm(
  async () => (await import('../../domains/orders/cancel-order-dialog.tsx')).CancelOrderDialog,
);
const LessonRosterDialog = lazyForm(
  async () => (await import('../../domains/orders/lesson-roster-dialog.tsx')).LessonRosterDialog,
);
const OrderHistoryDialog = lazyForm(
  async () => (await import('../../domains/orders/order-history-dialog.tsx')).OrderHistoryDialog,
);
const CreateOrderDialog = lazyForm(
  async () =>
    (await import('../../domains/orders/create/create-order-dialog.tsx')).CreateOrderDialog,
);
const OrderImportDialog = lazyForm(
  async () =>
    (await import('../../domains/orders/order-import/order-import-dialog.tsx')).OrderImportDialog,
);
const OrderImportListDialog = lazyForm(
  async () =>
    (await import('../../domains/orders/order-import/order-import-list-dialog.tsx'))
      .OrderImportListDialog,
);

const orderKeys = [['U', 'update']] as const;

/** Orders: find by filter or user; create, import, update, cancel (part 2 §2). */
const OrderList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const today = useToday();
  const canImport = useCan('order.canCreateOrderByCSV');
  const canCreate = creatableTypes(rightsOf(useSessionUser())).length > 0;
  const [updated, setUpdated] = useKeptAct<Order>('updated order');
  const [processed, setProcessed] = useKeptAct<Order>('processed order');
  const [accepted, setAccepted] = useKeptAct<Order>('accepted order');
  const [cancelled, setCancelled] = useKeptAct<Order>('cancelled order');
  const [lesson, setLesson] = useState<LessonOfOrder | null>(null);
  const go = (next: OrderSearch) => void navigate({ search: next });
  const found = useUserSearch(search);
  const narrow = useNarrow();

  return (
    <ListPage
      title="Orders"
      {...(found
        ? {
            list: plainOrderList,
            scope: { filter: { created_by: { in: found.ids } } },
            after: { query: found.query, isEmpty: found.ids.length === 0 },
            instead: <UserSearchLine found={found} onClear={() => go({})} />,
          }
        : {
            list: orderList,
            whenEmpty: {
              actions: (
                <Button
                  variant="subtle"
                  onClick={() =>
                    go({ ...search, page: undefined, from: addMonths(today, -12), to: today })
                  }
                >
                  Show the last 12 months
                </Button>
              ),
            },
          })}
      keys={orderKeys}
      address={search}
      onAddress={go}
      render={(rows) => (
        <CardRows
          {...rows}
          renderRow={(order) => (
            <OrderCard
              order={order}
              narrow={narrow}
              onAcceptPaid={setAccepted}
              onProcess={setProcessed}
              onUpdate={setUpdated}
              onCancel={setCancelled}
              onHistory={() => go({ ...search, order: order._id })}
              onLesson={(of) => setLesson({ lesson: of, tuitionClass: order.detail.class_obj })}
            />
          )}
          skeleton={<OrderSkeletons />}
        />
      )}
      search={<UserSearch search={search} onSearch={go} />}
      secondary={
        canImport && (
          <Button
            leftSection={<IconFileTypeCsv size={17} stroke={1.7} />}
            onClick={() => go({ ...search, dialog: 'csv' })}
          >
            Add orders by CSV
          </Button>
        )
      }
      primary={
        canCreate && {
          label: 'Create New order',
          onClick: () => go({ ...search, dialog: 'create' }),
        }
      }
    >
      <UpdateOrderDialog open={updated} onClose={() => setUpdated(null)} />
      <AcceptPaidDialog open={accepted} onClose={() => setAccepted(null)} />
      <ProcessOrderDialog open={processed} onClose={() => setProcessed(null)} />
      <CancelOrderDialog open={cancelled} onClose={() => setCancelled(null)} />
      <LessonRosterDialog open={lesson} onClose={() => setLesson(null)} />
      <OrderDialogs
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </ListPage>
  );
};

type SearchProps = { search: OrderSearch; onSearch: (next: OrderSearch) => void };

const UserSearch = ({ search, onSearch }: SearchProps) => {
  const term = search.email ?? search.search;
  return (
    <TermSearch
      label="E-mail, phone or name"
      grows
      term={term}
      onSearch={(next) => {
        if (next !== undefined) onSearch({ search: next });
        else if (term !== undefined) onSearch({});
      }}
    />
  );
};

/**
 * The students that the user search finds; their orders replace those of the filters (decisions: Orders). Undefined
 * without a search.
 */
const useUserSearch = ({ email, search }: OrderSearch) => {
  const term = email ?? search;
  const query = useQuery({ ...studentsOf({ email, search }), enabled: term !== undefined });
  if (term === undefined) return undefined;
  return { term, query, ids: query.data?.data.map(({ _id }) => _id) ?? [] };
};

const studentsOf = ({ email, search }: OrderSearch) =>
  email ? studentsByEmail(email) : studentsByTerm(search ?? '');

type Found = NonNullable<ReturnType<typeof useUserSearch>>;

/** Replaces the filters during a user search: the students found, and the way back. */
const UserSearchLine = ({ found, onClear }: { found: Found; onClear: () => void }) => {
  const { count = 0, data: shown = [] } = found.query.data ?? {};
  const students = formatCount(count, 'student');
  const words =
    shown.length < count ? `the first ${shown.length} of ${students}, by name` : students;
  return (
    <SearchLine
      term={found.term}
      found={found.query.data && words}
      problem={found.query.data?.count === 0 && 'There are no users with that email'}
      clearLabel="Clear search"
      onClear={onClear}
    />
  );
};

/** The dialogs whose state is in the address. */
const OrderDialogs = ({ search, onSearch }: SearchProps) => {
  const types = creatableTypes(rightsOf(useSessionUser()));
  const canImport = useCan('order.canCreateOrderByCSV');
  const creates = search.dialog === 'create' && types.length > 0;
  // Opened from the orders of one student, the form is for that student.
  const email = search.email !== undefined && isEmail(search.email) ? search.email : undefined;
  const show = (to: Pick<OrderSearch, 'dialog' | 'import'>) =>
    onSearch({ ...search, order: undefined, dialog: undefined, import: undefined, ...to });
  const close = () => show({});

  return (
    <>
      <OrderHistoryDialog open={search.order ?? null} onClose={close} />
      <CreateOrderDialog
        open={creates ? 'new' : null}
        types={types}
        email={email}
        onClose={close}
      />
      {canImport && (
        <>
          <OrderImportDialog
            key={search.import ?? 'file'}
            open={search.dialog === 'csv' ? 'file' : null}
            importId={search.import}
            onClose={close}
            onImports={() => show({ dialog: 'imports' })}
          />
          <OrderImportListDialog
            open={search.dialog === 'imports' ? 'list' : null}
            onClose={close}
            onAdd={() => show({ dialog: 'csv' })}
          />
        </>
      )}
    </>
  );
};

export const Route = createFileRoute('/_signed-in/orders')({
  validateSearch: orderSearchSchema,
  staticData: {
    prefetch: (address: { search: OrderSearch; settings: ClientSettings }) =>
      (address.search.email ?? address.search.search) === undefined
        ? firstPage(orderList)(address)
        : [studentsOf(address.search)],
  },
  component: OrderList,
});
