import { z } from 'zod';
import { staffTypes } from '@staffroom/contract/domains/identity/permissions.ts';
import { optionalInAddress } from '../../lib/address-values.ts';

/** Staff accounts on a page (part 1 §9). */
export const staffPageSize = 20;

/** What the Staff tab keeps in the address of `/user`, beside the page's own search, sorting and page. */
export const staffSearchShape = {
  /** The role filter. */
  role: optionalInAddress(z.enum(staffTypes)),
  /** The open form: of a new account, or of this one. */
  staff: optionalInAddress(z.union([z.literal('new'), z.uuid()])),
  /** The open dialog of the service tokens: the list, or the form of a new one over it. */
  tokens: optionalInAddress(z.enum(['list', 'new'])),
};

/** The Staff tab's part of the address; search text, sorting and page number are the page's own. */
export type StaffSearch = z.infer<z.ZodObject<typeof staffSearchShape>> & {
  search?: string | undefined;
  sortBy?: 'email' | 'name' | undefined;
  order?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
};
