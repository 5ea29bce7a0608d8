import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';

/** The search parameters of a lesson's polls. */
export const pollAddress = z.object({
  /** The tab; missing for the questions. */
  polls: optionalInAddress(z.literal('students')),
  /** The open dialog: a new question, copying, or the question being edited. */
  poll: optionalInAddress(z.union([z.enum(['new', 'copy']), z.uuid()])),
});
export type PollAddress = z.infer<typeof pollAddress>;
