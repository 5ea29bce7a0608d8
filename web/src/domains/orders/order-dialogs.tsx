import { lazy, Suspense, useState } from 'react';
import { creatableTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useCan } from '../../lib/use-can.ts';
import type { OrderSearch } from './order-lists.ts';
import { OrderHistoryDialog } from './order-history-dialog.tsx';

// Both are large and rarely needed at first sight of the list.
const CreateOrderDialog = lazy(async () => ({
  default: (await import('./create/create-order-dialog.tsx')).CreateOrderDialog,
}));
const CsvImportDialog = lazy(async () => ({
  default: (await import('./csv-import/csv-import-dialog.tsx')).CsvImportDialog,
}));

type Props = { search: OrderSearch; onSearch: (search: OrderSearch) => void };

/** The dialogs whose being open stands in the address. */
export const OrderDialogs = ({ search, onSearch }: Props) => {
  const types = creatableTypes(rightsOf(useSessionUser()));
  const canImport = useCan('order.canCreateOrderByCSV');
  const creates = search.dialog === 'create' && types.length > 0;
  const imports = search.dialog === 'csv' && canImport;
  const email = emailFor(search);
  const [everCreated, setEverCreated] = useState(creates);
  const [everImported, setEverImported] = useState(imports);
  if (creates && !everCreated) setEverCreated(true);
  if (imports && !everImported) setEverImported(true);
  const close = () => onSearch({ ...search, dialog: undefined, order: undefined });

  return (
    <>
      <OrderHistoryDialog orderId={search.order ?? null} onClose={close} />
      <Suspense>
        {everCreated && (
          <CreateOrderDialog types={types} email={email} opened={creates} onClose={close} />
        )}
      </Suspense>
      <Suspense>{everImported && <CsvImportDialog opened={imports} onClose={close} />}</Suspense>
    </>
  );
};

/** Opened over the orders of one student, the form is for that student. */
const emailFor = ({ email }: OrderSearch) =>
  email !== undefined && isEmail(email) ? email : undefined;
