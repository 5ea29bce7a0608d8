import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';

export const classTabs = ['lessons', 'changes'] as const;
export type ClassTab = (typeof classTabs)[number];

/** What the address of a class's lessons holds: the tab, the page of its list, the open dialog. */
export const classLessonsSearchSchema = z.object({
  tab: optionalInAddress(z.enum(classTabs)),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(['lesson', 'batch'])),
});
export type ClassLessonsSearch = z.infer<typeof classLessonsSearchSchema>;
