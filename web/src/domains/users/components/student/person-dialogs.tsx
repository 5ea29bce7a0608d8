import { lazy, Suspense, useState } from 'react';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import type { StudentSearch } from '../../student-search.ts';
import { AddCreditDialog } from '../credit/add-credit-dialog.tsx';
import { RedeemCreditDialog } from '../credit/redeem-credit-dialog.tsx';

// The form is large and rarely needed at first sight of the page.
const EditUserDialog = lazy(async () => ({
  default: (await import('../edit/edit-user-dialog.tsx')).EditUserDialog,
}));

type Props = { user: User; dialog: StudentSearch['dialog']; onClose: () => void };

/** The dialogs of a person's page whose being open stands in the address, each for those who may use it. */
export const PersonDialogs = ({ user, dialog, onClose }: Props) => {
  const { update, manage_credit: credits } = user.abilities;
  const edits = update && dialog === 'edit';
  const [everEdited, setEverEdited] = useState(edits);
  if (edits && !everEdited) setEverEdited(true);
  const credit = { studentId: user._id, name: user.name || user.email, onClose };
  return (
    <>
      <AddCreditDialog {...credit} opened={credits && dialog === 'add'} />
      <RedeemCreditDialog {...credit} opened={credits && dialog === 'redeem'} />
      <Suspense>
        {everEdited && <EditUserDialog userId={edits ? user._id : null} onClose={onClose} />}
      </Suspense>
    </>
  );
};
