import {
  createClass,
  updateClass,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { classTypes, subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  countries,
  daysOfWeek,
  highestMaxCap,
} from 'staffroom-contract/domains/classes/classes.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { currencies } from 'staffroom-contract/shared/money.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import {
  choice,
  dayTime,
  flag,
  money,
  people,
  richText,
  setting,
  text,
  time,
  wholeNumber,
} from '../../kit/form/field.ts';
import { refreshedByClasses } from './classes.api.ts';

/** Form of a class with the specification's defaults (part 1 §2, Class form; §3, Class). */
export const classForm = defineForm({
  noun: 'class',
  create: createClass,
  update: updateClass,
  refreshes: refreshedByClasses,
  whole: ['schedule'],
  fields: {
    name: text({ label: 'Name', required: true }),
    subject: choice(subjects, { label: 'Subject', required: true }),
    class_type: setting(classTypes, { label: 'Type', default: 'Workshop' }),
    country: setting(countries, { label: 'Country', default: 'SG' }),
    level: field<string[]>({
      label: 'Levels',
      required: true,
      initial: [],
      read: (record, [at = '']) => (valueAt(record, at) as string[] | undefined) ?? [],
      write: (tags, [at = '']) => ({ [at]: [...new Set(tags)] }),
      isEmpty: (tags) => tags.length === 0,
      missing: (tags) => (tags.length === 0 ? ['level'] : []),
      words: (tags) => tags.map(formatLevel).join(', '),
    }),
    start: dayTime({ label: 'Start', at: 'start_date', required: true }),
    end: dayTime({ label: 'End', at: 'end_date', required: true }),
    day_of_week: choice(daysOfWeek, {
      label: 'Day of week',
      at: 'schedule.date_of_week',
      required: true,
    }),
    lesson_from: time({ label: 'Lessons from', at: 'schedule.start_time', required: true }),
    lesson_to: time({ label: 'Lessons to', at: 'schedule.end_time', required: true }),
    rate: money({ label: 'Rate per lesson', required: true, default: 18 }),
    currency: setting(currencies, { label: 'Currency', default: 'SGD' }),
    max_cap: wholeNumber({ label: 'Seats', required: true, default: 20, max: highestMaxCap }),
    tutor: people({ label: 'Tutors', required: true }),
    ta: people({ label: 'TAs' }),
    is_active: flag({ label: 'Active', default: true }),
    is_listed: flag({ label: 'Listed', default: true }),
    is_featured: flag({ label: 'Featured' }),
    is_free: flag({ label: 'Free' }),
    is_trial: flag({ label: 'Trial' }),
    is_sold_out: flag({ label: 'Sold out' }),
    force_full_purchase: flag({ label: 'Full purchase only' }),
    desc: richText({ label: 'Description' }),
  },
});
