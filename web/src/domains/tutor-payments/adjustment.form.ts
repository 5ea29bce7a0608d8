import { addAdjustment } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { longText, type Named } from '../../kit/form/field.ts';

/** Parses a signed amount: "24", "-40.50", "−40". Returns NaN for invalid input. */
export const readSigned = (typed: string): number => {
  const text = typed.trim().replace(/^[−–]/, '-');
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
};

/** An amount of a draft besides the lessons, with the tutor and the reason. */
export const adjustmentForm = defineForm({
  noun: 'adjustment',
  create: addAdjustment,
  refreshes: ['tutor-payments'],
  fields: {
    tutor: field<Named | null>({
      label: 'Tutor',
      required: true,
      initial: null,
      read: () => null,
      write: (value) => (value ? { tutor: value._id } : {}),
      isEmpty: (value) => value === null,
      words: (value) => value?.name ?? '',
    }),
    amount: field<string, { maxLength: number; inputMode: 'text'; autoComplete: string }>({
      label: 'Amount',
      required: true,
      quiet: true,
      initial: '',
      input: { maxLength: 20, inputMode: 'text', autoComplete: 'off' },
      read: () => '',
      write: (value) => (Number.isNaN(readSigned(value)) ? {} : { amount: readSigned(value) }),
      isEmpty: (value) => value.trim() === '',
      problem: (value) =>
        value.trim() !== '' && Number.isNaN(readSigned(value))
          ? 'Please enter an amount, like 24 or -40.50'
          : undefined,
      words: (value) => value,
    }),
    reason: longText({ label: 'Reason', required: true, maxLength: 500 }),
  },
});
