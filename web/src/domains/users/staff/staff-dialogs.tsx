import { lazy, Suspense, useState } from 'react';
import { lazyForm } from '../../../kit/form/form-dialogs.tsx';
import type { UserSearch } from '../user-lists.ts';

// Rarely needed at first sight of the list.
const StaffForm = lazyForm(async () => (await import('../staff-form.tsx')).StaffForm);
const ServiceTokensDialog = lazy(async () => ({
  default: (await import('../../identity/service-tokens/service-tokens-dialog.tsx'))
    .ServiceTokensDialog,
}));

type Props = { search: UserSearch; onSearchChange: (search: UserSearch) => void };

/** The dialogs of the Staff tab whose being open stands in the address. */
export const StaffDialogs = ({ search, onSearchChange }: Props) => {
  const { staff = null, tokens = null } = search;
  const [everTokens, setEverTokens] = useState(tokens !== null);
  if (tokens !== null && !everTokens) setEverTokens(true);
  return (
    <>
      <StaffForm open={staff} onClose={() => onSearchChange({ ...search, staff: undefined })} />
      <Suspense>
        {everTokens && (
          <ServiceTokensDialog
            shows={tokens}
            onShow={(next) => onSearchChange({ ...search, tokens: next ?? undefined })}
          />
        )}
      </Suspense>
    </>
  );
};
