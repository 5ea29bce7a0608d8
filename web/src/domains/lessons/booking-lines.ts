import type { Booking } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';

export type BookingLine = { as: Booking['as']; names: string[]; lesson: Booking['lesson'] };

const order: readonly Booking['as'][] = ['tutor', 'ta', 'student'];

/** One line per other lesson and kind of person, tutors first. */
export const bookingLines = (bookings: readonly Booking[]): BookingLine[] => {
  const lines = new Map<string, BookingLine>();
  for (const { as, lesson, person } of bookings) {
    const key = `${as} ${lesson._id}`;
    const line = lines.get(key) ?? { as, names: [], lesson };
    line.names.push(person.name || '–');
    lines.set(key, line);
  }
  return order.flatMap((as) => [...lines.values()].filter((line) => line.as === as));
};

const nouns: Record<Booking['as'], readonly [one: string, many: string]> = {
  tutor: ['Tutor', 'Tutors'],
  ta: ['TA', 'TAs'],
  student: ['Student', 'Students'],
};
const mostNames = 3;

/** "Tutor Goh Shi Min", "TAs Lim and Ng", "Students Amy, Ben, Cai and 9 more". */
export const whoIsBooked = ({ as, names }: Pick<BookingLine, 'as' | 'names'>): string => {
  const [one, many] = nouns[as];
  const shown = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
  return `${names.length === 1 ? one : many} ${list}`;
};
