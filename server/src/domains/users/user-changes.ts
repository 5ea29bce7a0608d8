import { isDeepStrictEqual } from 'node:util';
import { presentPreference } from './user-record.presenter.ts';
import type { UserColumns, UserRow } from './user-record.queries.ts';

/** Columns that a save changes, {} if none: a new e-mail or phone is unverified; no country code without a number. */
export const changesOf = (before: UserRow, columns: UserColumns): UserColumns => {
  const wanted: UserColumns = { ...columns };
  const { email = before.email, phone = before.phone, parentPhone = before.parentPhone } = wanted;
  if (phone === '' && isGiven(columns.phone, columns.phoneCountryCode))
    wanted.phoneCountryCode = '';
  if (!parentPhone && isGiven(columns.parentPhone, columns.parentPhoneCountryCode))
    wanted.parentPhoneCountryCode = null;
  const { phoneCountryCode = before.phoneCountryCode } = wanted;
  if (email.toLowerCase() !== before.emailKey) wanted.emailVerified = false;
  if (phone !== before.phone || phoneCountryCode !== before.phoneCountryCode)
    wanted.phoneVerified = false;
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => !isSame(name, value, before[name as keyof UserRow]),
    ),
  );
};

const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined);

/** A contact preference can be written in more than one way. */
const isSame = (name: string, to: unknown, from: unknown) =>
  name === 'contactPreference'
    ? isDeepStrictEqual(preferenceOf(to), preferenceOf(from))
    : isDeepStrictEqual(to, from);

const preferenceOf = (kept: unknown) => presentPreference(kept as Record<string, unknown>);
