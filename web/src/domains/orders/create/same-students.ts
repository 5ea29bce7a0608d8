import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { cleanText, digitsOf } from 'staffroom-contract/shared/text.ts';
import type { Phone } from '../../../kit/form/field.ts';

/** A known student who may be the one being entered, and the reason. */
export type SameStudent = { student: UserSummary; same: 'phone' | 'name' | 'name and phone' };

/** Maximum number shown; more would push the form out of sight. */
const mostShown = 3;

/**
 * Students with exactly this phone, or with this name regardless of case and spaces; each once, matches of both first.
 * Students without an e-mail are left out, since no order can name them.
 */
export const sameStudents = (
  found: readonly UserSummary[],
  { name, phone }: { name: string; phone: Phone },
): SameStudent[] => {
  const byId = new Map(found.map((student) => [student._id, student]));
  return [...byId.values()]
    .flatMap((student): SameStudent[] => {
      const samePhone =
        phone.number !== '' &&
        student.phone === digitsOf(phone.number) &&
        student.phone_country_code === digitsOf(phone.code);
      const sameName = name !== '' && keyOf(student.name) === keyOf(name);
      if (student.email === '' || !(samePhone || sameName)) return [];
      const same = samePhone && sameName ? 'name and phone' : samePhone ? 'phone' : 'name';
      return [{ student, same }];
    })
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostShown);
};

const rank = ({ same }: SameStudent) => ['name and phone', 'phone', 'name'].indexOf(same);

const keyOf = (name: string) => cleanText(name).toLowerCase().replaceAll(/\s+/g, ' ');
