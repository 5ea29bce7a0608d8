import { useState, type ReactNode } from 'react';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useSessionUser } from '../../lib/session.ts';

const SecondFactorDialog = lazyForm(
  async () => (await import('../../domains/identity/second-factor-dialog.tsx')).SecondFactorDialog,
);

/** Shows a screen, or the set-up of two-factor first if a setting requires it of the user. */
export const RequiredSecondFactor = ({ children }: { children: ReactNode }) => {
  const { needs_second_factor: isNeeded } = useSessionUser();
  const [isOpen, setOpen] = useState(isNeeded);
  // It stays open after two-factor is on, until the recovery codes are saved.
  if (isNeeded && !isOpen) setOpen(true);
  return (
    <>
      {!isOpen && children}
      <SecondFactorDialog open={isOpen ? true : null} isRequired onClose={() => setOpen(false)} />
    </>
  );
};
