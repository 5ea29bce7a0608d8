import type { CreateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { toCents } from '@staffroom/contract/shared/money.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import type { classes } from './classes.schema.ts';

type Fields = {
  [Field in keyof Omit<CreateClass, 'tutor' | 'ta'>]?: CreateClass[Field] | undefined;
};

/** The columns that written fields change; what was not written is absent. */
export const toColumns = (fields: Fields): Partial<typeof classes.$inferInsert> => ({
  name: fields.name,
  subject: fields.subject,
  country: fields.country,
  classType: fields.class_type,
  description: fields.desc === undefined ? undefined : cleanRichText(fields.desc),
  startDate: fields.start_date === undefined ? undefined : new Date(fields.start_date),
  endDate: fields.end_date === undefined ? undefined : new Date(fields.end_date),
  dateOfWeek: fields.schedule?.date_of_week,
  startTime: fields.schedule?.start_time,
  endTime: fields.schedule?.end_time,
  levels: fields.level,
  isFree: fields.is_free,
  isTrial: fields.is_trial,
  isFeatured: fields.is_featured,
  isListed: fields.is_listed,
  isSoldOut: fields.is_sold_out,
  isActive: fields.is_active,
  forceFullPurchase: fields.force_full_purchase,
  maxCap: fields.max_cap,
  rate: fields.rate === undefined ? undefined : toCents(fields.rate),
  currency: fields.currency,
});
