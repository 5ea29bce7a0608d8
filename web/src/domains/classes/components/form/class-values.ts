import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import type { classTypes } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { countries } from '@staffroom/contract/domains/classes/classes.rules.ts';
import type { Currency } from '@staffroom/contract/shared/money.ts';
import { dayAndTimeOf } from '../../../../lib/day-and-time.ts';
import { pick } from '../../../../lib/merge-versions.ts';

type Named = { _id: string; name: string };

/** The class form as it stands (part 1 §3, Class); '' and null are what nobody chose yet. */
export type ClassValues = {
  name: string;
  subject: string | null;
  country: (typeof countries)[number];
  class_type: (typeof classTypes)[number];
  desc: string;
  start_day: string | null;
  /** `HH:MM` in the business time zone, as all times of the form. */
  start_time: string;
  end_day: string | null;
  end_time: string;
  day_of_week: string | null;
  lesson_from: string;
  lesson_to: string;
  level: string[];
  is_free: boolean;
  is_trial: boolean;
  is_featured: boolean;
  is_listed: boolean;
  is_sold_out: boolean;
  is_active: boolean;
  force_full_purchase: boolean;
  max_cap: number | string;
  rate: number | string;
  currency: Currency;
  tutor: Named[];
  ta: Named[];
};

/** The specification's defaults (part 1 §3, Class). */
export const newClass: ClassValues = {
  name: '',
  subject: null,
  country: 'SG',
  class_type: 'Workshop',
  desc: '',
  start_day: null,
  start_time: '',
  end_day: null,
  end_time: '',
  day_of_week: null,
  lesson_from: '',
  lesson_to: '',
  level: [],
  is_free: false,
  is_trial: false,
  is_featured: false,
  is_listed: true,
  is_sold_out: false,
  is_active: true,
  force_full_purchase: false,
  max_cap: 20,
  rate: 18,
  currency: 'SGD',
  tutor: [],
  ta: [],
};

/** Fields that stand in the form as the record has them. */
const sameFields = [
  'name',
  'subject',
  'country',
  'class_type',
  'desc',
  'level',
  'is_free',
  'is_trial',
  'is_featured',
  'is_listed',
  'is_sold_out',
  'is_active',
  'force_full_purchase',
  'max_cap',
  'rate',
  'currency',
  'tutor',
  'ta',
] as const;

export const classValuesOf = (tuitionClass: Class, timeZone: string): ClassValues => {
  const start = dayAndTimeOf(tuitionClass.start_date, timeZone);
  const end = dayAndTimeOf(tuitionClass.end_date, timeZone);
  const { schedule } = tuitionClass;
  return Object.assign({ ...newClass }, pick(tuitionClass, sameFields), {
    start_day: start.day,
    start_time: start.time,
    end_day: end.day,
    end_time: end.time,
    day_of_week: schedule.date_of_week,
    lesson_from: schedule.start_time,
    lesson_to: schedule.end_time,
  });
};
