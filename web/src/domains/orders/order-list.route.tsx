import { Button } from '@mantine/core';
import { IconFileTypeCsv, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { creatableTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { Page } from '../../ui/page.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { OrderDialogs } from './components/order-dialogs.tsx';
import { OrderPanel } from './components/order-panel.tsx';
import { UserSearch } from './components/user-search.tsx';
import styles from './order-list.module.css';
import { orderSearchSchema, type OrderSearch } from './order-search.ts';
import { firstOrderQuery } from './use-order-list.ts';

/** Orders: find them by filter or by user; create, import, update, cancel (part 2 §2). */
const OrderList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const narrow = useNarrow();
  const types = creatableTypes(rightsOf(useSessionUser()));
  const canImport = useCan('order.canCreateOrderByCSV');
  const canCreate = types.length > 0;

  const go = (next: OrderSearch) => void navigate({ search: next });
  const open = (dialog: OrderSearch['dialog']) => go({ ...search, dialog });
  useShortcut('c', 'Create New order', () => open('create'), { enabled: canCreate });

  const term = search.email ?? search.search;
  const tools = (
    <>
      <UserSearch
        term={term}
        onSearch={(next) => {
          if (next !== undefined) go({ search: next });
          else if (term !== undefined) go({});
        }}
      />
      {canImport && (
        <Button
          leftSection={narrow ? undefined : <IconFileTypeCsv size={17} stroke={1.7} />}
          onClick={() => open('csv')}
        >
          Add orders by CSV
        </Button>
      )}
    </>
  );

  return (
    <Page
      title="Orders"
      fill
      secondary={narrow ? undefined : tools}
      primary={
        canCreate && (
          <PrimaryButton
            icon={<IconPlus size={17} stroke={1.7} />}
            keys="C"
            onClick={() => open('create')}
          >
            Create New order
          </PrimaryButton>
        )
      }
    >
      {narrow && <div className={styles.tools}>{tools}</div>}
      <OrderPanel search={search} onSearch={go} />
      <OrderDialogs
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/orders')({
  validateSearch: orderSearchSchema,
  staticData: {
    prefetch: ({ search, settings }: { search: OrderSearch; settings: ClientSettings }) => [
      firstOrderQuery(search, settings.business_day),
    ],
  },
  component: OrderList,
});
