import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';

export const studentTabs = ['orders', 'lessons', 'changes'] as const;
export type StudentTab = (typeof studentTabs)[number];

const page = optionalInAddress(z.int().min(1));

/** What the address of a person's page holds; all of it may be missing, nonsense counts as missing. */
export const studentSearchSchema = z.object({
  /** The first tab that the person has is none in the address. */
  tab: optionalInAddress(z.enum(studentTabs)),
  /** Lessons to come are none in the address. */
  period: optionalInAddress(z.literal('past')),
  /** The page of the tab's list. */
  page,
  /** The page of the credit statement. */
  credit: page,
  dialog: optionalInAddress(z.enum(['add', 'redeem', 'edit'])),
});
export type StudentSearch = z.infer<typeof studentSearchSchema>;

/** Another tab begins at its first page; the credit statement stays where it is. */
export const withTab = ({ credit }: StudentSearch, tab: StudentTab): StudentSearch => ({
  tab,
  ...(credit && { credit }),
});

/** Page 1 is none in the address. */
export const pageInAddress = (number: number) => (number === 1 ? undefined : number);
