import { CreditEntryDialog, type CreditDialogProps } from './credit-entry-dialog.tsx';

/** Takes credit from a student's ledger, never below zero; it touches no price (decisions: Users and credit). */
export const RedeemCreditDialog = (props: CreditDialogProps) => (
  <CreditEntryDialog
    {...props}
    action="REDEEM"
    words={{ title: 'Redeem credit', submit: 'Redeem', done: 'Credit redeemed' }}
  />
);
