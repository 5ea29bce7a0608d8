import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { longText, wholeNumber } from '../../kit/form/field.ts';
import { readNumber, type NumberValue } from '../../kit/form/typed-number.ts';
import type { CreditAction } from './users.api.ts';

/** Actions that the dialog can write; BLOCK entries are created elsewhere. */
export type EntryAction = Exclude<CreditAction, 'BLOCK'>;

/** A ledger entry: 1 to 100 with a reason (part 1 §5, §9); redeeming is limited to `remaining` once known. */
export const creditEntryForm = (action: EntryAction, remaining: number | undefined) =>
  defineForm(
    {
      noun: 'credit entry',
      create: addCredit,
      refreshes: ['users'],
      fields: {
        qty: wholeNumber({ label: 'Quantity', required: true, default: 1, min: 1, max: 100 }),
        remark: longText({ label: 'Reason', required: true, maxLength: 500 }),
      },
    },
    {
      check: ({ qty }) =>
        (remainingAfter(action, qty, remaining) ?? 0) < 0
          ? { qty: `The remaining credit is ${remaining}.` }
          : {},
    },
  );

/** The balance after the entry; undefined while the current balance is unknown. */
export const remainingAfter = (
  action: EntryAction,
  typed: NumberValue,
  remaining: number | undefined,
) => {
  const qty = readNumber(typed);
  if (remaining === undefined || !Number.isInteger(qty)) return undefined;
  return action === 'ADD' ? remaining + qty : remaining - qty;
};
