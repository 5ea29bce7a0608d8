import {
  addCreditSchema,
  type creditActions,
} from '@staffroom/contract/domains/users/credit.contract.ts';

/** What a dialog can write; BLOCK entries come from elsewhere. */
export type EntryAction = Exclude<(typeof creditActions)[number], 'BLOCK'>;

/** Added or redeemed at once (part 1 §9). */
export const maxQuantity = 100;

/** The entry as it is typed: an emptied number field holds a text. */
export type TypedEntry = { qty: number | string; remark: string };

export const newEntry: TypedEntry = { qty: 1, remark: '' };

export const isTyped = (entry: TypedEntry) =>
  entry.qty !== newEntry.qty || entry.remark.trim() !== '';

const quantityOf = ({ qty }: TypedEntry) => (qty === '' ? Number.NaN : Number(qty));

/** The call's body for what is typed. */
export const entryBodyOf = (action: EntryAction, studentId: string, entry: TypedEntry) => ({
  target_id: studentId,
  action,
  qty: quantityOf(entry),
  remark: entry.remark.trim(),
});

const fields = addCreditSchema.pick({ qty: true, remark: true });

/** What is wrong with what is typed, by field: the contract's own sentences, and a balance below zero. */
export const entryProblems = (
  action: EntryAction,
  entry: TypedEntry,
  remaining: number | undefined,
): { qty?: string; remark?: string } => {
  const qty = quantityOf(entry);
  const { error } = fields.safeParse({ qty, remark: entry.remark });
  const isTooMuch = action === 'REDEEM' && remaining !== undefined && qty > remaining;
  return {
    ...(isTooMuch && { qty: remainingWords(remaining) }),
    ...Object.fromEntries(
      (error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]),
    ),
  };
};

const remainingWords = (remaining: number) => `The remaining credit is ${remaining}.`;

/** What would remain; undefined while nobody knows. */
export const remainingAfter = (
  action: EntryAction,
  entry: TypedEntry,
  remaining: number | undefined,
) => {
  const qty = quantityOf(entry);
  if (remaining === undefined || !Number.isInteger(qty)) return undefined;
  return action === 'ADD' ? remaining + qty : remaining - qty;
};
