import { IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useCan } from '../../lib/use-can.ts';
import { Page } from '../../ui/page.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { CodePanel } from './components/code-panel.tsx';
import {
  codeQueryOf,
  discountCodeSearchSchema,
  type DiscountCodeSearch,
} from './discount-code-search.ts';
import { discountCodeListQuery } from './discount-codes.api.ts';

/** Discount codes: find, create, disable and enable them (part 1 §2). */
const DiscountCodeList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canCreate = useCan('discountcode.canCreate');
  const create = () => void navigate({ to: '/discountcode/new' });
  useShortcut('c', 'Create New Discount Code', create, { enabled: canCreate });

  return (
    <Page
      title="Discount Codes"
      fill
      primary={
        canCreate && (
          <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} keys="C" onClick={create}>
            Create New Discount Code
          </PrimaryButton>
        )
      }
    >
      <CodePanel search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/discountcode')({
  validateSearch: discountCodeSearchSchema,
  staticData: {
    prefetch: ({ search }: { search: DiscountCodeSearch }) => [
      discountCodeListQuery(codeQueryOf(search)),
    ],
  },
  component: DiscountCodeList,
});
