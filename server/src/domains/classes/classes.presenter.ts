import { toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { classes } from './classes.schema.ts';

type Row = typeof classes.$inferSelect;

/** A class as pickers show it. */
export const presentClassSummary = (
  row: Row,
  tutors: { id: string; name: string }[],
): ClassSummary => ({
  _id: row.id,
  name: row.name,
  subject: row.subject,
  class_type: row.classType,
  level: row.levels,
  start_date: row.startDate.toISOString(),
  end_date: row.endDate.toISOString(),
  schedule: { date_of_week: row.dateOfWeek, start_time: row.startTime, end_time: row.endTime },
  rate: toWireAmount(row.rate),
  currency: row.currency,
  max_cap: row.maxCap,
  is_active: row.isActive,
  is_free: row.isFree,
  is_sold_out: row.isSoldOut,
  force_full_purchase: row.forceFullPurchase,
  tutor: tutors.map((tutor) => ({ _id: tutor.id, name: tutor.name })),
  updated: row.updated.toISOString(),
});
