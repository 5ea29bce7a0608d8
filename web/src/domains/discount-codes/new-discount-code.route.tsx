import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { can } from '@staffroom/contract/domains/identity/permissions.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { ApiError } from '../../lib/api-error.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { listStateOf, ListStates } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { duplicateOf, newCode } from './discount-code.form.ts';
import { discountCodeQuery } from './discount-codes.api.ts';
import { FormSkeleton } from './new/form-skeleton.tsx';
import { NewCodeForm } from './new/new-code-form.tsx';

/** A new code, empty or with the terms of another, `?from=` (part 1 §2). */
const NewDiscountCode = () => {
  const { from } = Route.useSearch();
  return (
    <Page title="New Discount Code" back={{ label: 'Discount Codes', to: '/discountcode' }} fill>
      {from === undefined ? <EmptyForm /> : <DuplicateForm key={from} from={from} />}
    </Page>
  );
};

const EmptyForm = () => {
  const today = useToday();
  return <NewCodeForm start={newCode(today)} />;
};

const DuplicateForm = ({ from }: { from: string }) => {
  const today = useToday();
  const query = useQuery({ ...discountCodeQuery(from), refetchOnWindowFocus: false });
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <>
        <Banner tone="warning" title="The discount code to duplicate does not exist." />
        <EmptyForm />
      </>
    );
  if (query.data) return <NewCodeForm start={duplicateOf(query.data.data, today)} />;
  return (
    <Panel fill>
      <ListStates
        state={listStateOf(query)}
        noun="terms of the code to duplicate"
        isEmpty={false}
        empty={null}
        skeleton={<FormSkeleton />}
      >
        {null}
      </ListStates>
    </Panel>
  );
};

export const Route = createFileRoute('/_signed-in/discountcode/new')({
  validateSearch: z.object({ from: optionalInAddress(z.uuid()) }),
  // The list is open to more roles than may create.
  beforeLoad: async ({ context: { queryClient } }) => {
    const { data: me } = await queryClient.ensureQueryData(meQuery);
    if (!can(rightsOf(me), 'discountcode.canCreate'))
      throw redirect({ to: '/discountcode', replace: true });
  },
  staticData: {
    prefetch: ({ search: { from } }: { search: { from?: string } }) =>
      from === undefined ? [] : [discountCodeQuery(from)],
  },
  component: NewDiscountCode,
});
