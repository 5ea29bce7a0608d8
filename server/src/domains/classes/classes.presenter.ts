import { toWireAmount } from '@staffroom/contract/shared/money.ts';
import { can } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Actor } from '../../platform/context.ts';
import type { classes } from './classes.schema.ts';

type Row = typeof classes.$inferSelect;

/** A class as lists and pickers show it. */
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
  is_trial: row.isTrial,
  is_featured: row.isFeatured,
  is_listed: row.isListed,
  is_sold_out: row.isSoldOut,
  force_full_purchase: row.forceFullPurchase,
  tutor: tutors.map((tutor) => ({ _id: tutor.id, name: tutor.name })),
  updated: row.updated.toISOString(),
});

type StaffRow = { kind: 'tutor' | 'ta'; id: string; name: string };

/** A class whole, as its form and its page show it. */
export const presentClass = (
  row: Row,
  details: { staff: StaffRow[]; lessonCount: number; actor: Actor },
): Class => {
  const of = (kind: StaffRow['kind']) => details.staff.filter((person) => person.kind === kind);
  return {
    ...presentClassSummary(row, of('tutor')),
    country: row.country,
    desc: row.description,
    ta: of('ta').map(({ id, name }) => ({ _id: id, name })),
    lesson_count: details.lessonCount,
    created: row.created.toISOString(),
    version: row.version,
    abilities: { manage: can(details.actor, 'course.canManage') },
  };
};
