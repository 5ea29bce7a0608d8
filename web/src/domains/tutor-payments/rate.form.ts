import {
  setTutorRate,
  type PaidLesson,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { highestHourlyRate } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { money } from '../../kit/form/field.ts';

/** A tutor's hourly rate for a lesson, with the reason. */
export const rateForm = defineForm({
  noun: 'rate',
  create: setTutorRate,
  update: setTutorRate,
  refreshes: ['tutor-payments'],
  fields: {
    rate: money({ label: 'Rate per hour', required: true, max: highestHourlyRate }),
    reason: field<string, { maxLength: number }>({
      label: 'Reason',
      required: true,
      initial: '',
      input: { maxLength: 500 },
      read: (record) => (record as PaidLesson).edited?.reason ?? '',
      write: (value) => ({ reason: value.trim() }),
      isEmpty: (value) => value.trim() === '',
      words: (value) => value,
    }),
  },
});
