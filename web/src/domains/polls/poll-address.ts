import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';

/** What the address of a page holds of a lesson's polls. */
export const pollAddress = z.object({
  /** The questions are none in the address. */
  polls: optionalInAddress(z.literal('students')),
  /** The dialog that is open: a new question, copying, or the question that is edited. */
  poll: optionalInAddress(z.union([z.enum(['new', 'copy']), z.uuid()])),
});
export type PollAddress = z.infer<typeof pollAddress>;
