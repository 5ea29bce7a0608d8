import { imagePath } from '../../shared/rich-text.ts';
import { can, isStaffType, type Rights, type UserType } from '../identity/permissions.ts';

const studentFields = [
  'gender',
  'date_of_birth',
  'level',
  'school',
  'first_language',
  'is_internal',
  'meta',
  'parent',
] as const;
const tutorFields = ['profile_pic', 'desc', 'subject', 'credential'] as const;
const accountSettings = ['enabled', 'account'] as const;
const sharedFields = [
  '_type',
  'email',
  'name',
  'phone_country_code',
  'phone',
  'password',
  'version',
] as const;

/** The fields of a record by type (part 1 §2, User edit/create). */
export const fieldsOfType = (type: UserType): readonly string[] => {
  if (type === 'Student') return [...sharedFields, ...studentFields];
  if (type === 'TA') return [...sharedFields, ...tutorFields];
  if (type === 'Tutor') return [...sharedFields, ...tutorFields, ...accountSettings];
  return [...sharedFields, ...accountSettings];
};

/** Fields that only an Admin can set, on any record (decisions: Roles). */
export const adminFields: readonly string[] = [...accountSettings, 'is_internal'];

/**
 * Returns true if the user may change the record. Staff accounts, and tutors whose account was extended, can only be
 * changed by an Admin: otherwise a user could set such an account's password and sign in with it.
 */
export const canUpdateUser = (
  rights: Rights,
  user: { type: UserType; actsAs: string | null; extraRoutes: readonly string[] },
) => {
  if (!can(rights, 'user.canManage')) return false;
  const widened = isStaffType(user.type) || user.actsAs !== null || user.extraRoutes.length > 0;
  return !widened || can(rights, 'staff.canManage');
};

/** The types that the user may create: tutors and TAs, and as an Admin every staff account. */
export const creatableUserTypes = (rights: Rights): readonly UserType[] => [
  ...(can(rights, 'user.canManage') ? (['Tutor', 'TA'] as const) : []),
  ...(can(rights, 'staff.canManage')
    ? (['Admin', 'DataAdmin', 'SalesAdmin', 'Partner', 'Agent', 'CustService', 'Typist'] as const)
    : []),
];

/** Problem of a profile picture's link, or undefined: it is empty, an HTTPS link or an uploaded image. */
export const imageLinkProblem = (link: string): string | undefined => {
  if (link === '' || link.startsWith(imagePath)) return undefined;
  return URL.parse(link)?.protocol === 'https:'
    ? undefined
    : 'Upload the image first, then paste its HTTPS link.';
};

/** Problem of a date of birth, or undefined; `today` is the business day. */
export const birthdayProblem = (day: string, today: string): string | undefined => {
  if (day > today) return 'This day is in the future.';
  return day < '1900-01-01' ? 'This day is before the year 1900.' : undefined;
};

/** Remaining credit: the ADDs less the REDEEMs; BLOCKs are shown but not summed (decisions: Users and credit). */
export const remainingCredit = (entries: readonly { action: string; qty: number }[]) =>
  entries.reduce((sum, { action, qty }) => {
    if (action === 'ADD') return sum + qty;
    return action === 'REDEEM' ? sum - qty : sum;
  }, 0);
