import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';

/** The dialogs of two-factor. */
const factorDialogs = ['two-factor', 'recovery-codes', 'two-factor-off'] as const;
export type FactorDialog = (typeof factorDialogs)[number];

/** The dialog of two-factor that an address opens, if any. */
export const factorDialogOf = (dialog: string | undefined): FactorDialog | undefined =>
  factorDialogs.find((each) => each === dialog);

/** Search parameters of "My account": the open dialog. In a file of its own, since every screen loads it. */
export const accountSearchSchema = z.object({
  dialog: optionalInAddress(z.enum(['password', 'passkey', ...factorDialogs])),
});
