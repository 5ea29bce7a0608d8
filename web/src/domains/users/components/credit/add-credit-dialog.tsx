import { CreditEntryDialog, type CreditDialogProps } from './credit-entry-dialog.tsx';

/** Adds credit to a student's ledger: 1 to 100, with a reason (part 1 §5, Adding credit). */
export const AddCreditDialog = (props: CreditDialogProps) => (
  <CreditEntryDialog
    {...props}
    action="ADD"
    words={{ title: 'Add credit', submit: 'Add', done: 'Credit added' }}
  />
);
