import { lazy, Suspense, useState } from 'react';
import type { UserSearch } from '../../user-lists.ts';

// Rarely needed at first sight of the list.
const StaffFormDialog = lazy(async () => ({
  default: (await import('./staff-form-dialog.tsx')).StaffFormDialog,
}));
const ServiceTokensDialog = lazy(async () => ({
  default: (await import('../../../identity/components/service-tokens/service-tokens-dialog.tsx'))
    .ServiceTokensDialog,
}));

type Props = { search: UserSearch; onSearchChange: (search: UserSearch) => void };

/** The dialogs of the Staff tab whose being open stands in the address. */
export const StaffDialogs = ({ search, onSearchChange }: Props) => {
  const { staff = null, tokens = null } = search;
  const [everEdited, setEverEdited] = useState(staff !== null);
  const [everTokens, setEverTokens] = useState(tokens !== null);
  if (staff !== null && !everEdited) setEverEdited(true);
  if (tokens !== null && !everTokens) setEverTokens(true);
  return (
    <Suspense>
      {everEdited && (
        <StaffFormDialog
          staff={staff}
          onClose={() => onSearchChange({ ...search, staff: undefined })}
        />
      )}
      {everTokens && (
        <ServiceTokensDialog
          shows={tokens}
          onShow={(next) => onSearchChange({ ...search, tokens: next ?? undefined })}
        />
      )}
    </Suspense>
  );
};
