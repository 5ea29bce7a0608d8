import { addDays } from '../../shared/dates.ts';

/** The years that `holidays` covers; holidays of later years are unknown. */
export const holidayYears = { first: 2025, last: 2027 } as const;

export type Holiday = {
  /** Business days, `YYYY-MM-DD`, both included. */
  first: string;
  last: string;
  name: string;
  /** A day off for everyone in Singapore, or for schools only. */
  kind: 'public' | 'school';
  /** Derived from other years, or not yet confirmed; the published date may differ. */
  forecast: boolean;
};

/** The holidays on a day, public ones first. */
export const holidaysOn = (day: string): readonly Holiday[] =>
  holidays.filter(({ first, last }) => first <= day && day <= last);

/** The next working day: any day except public holidays (decisions: Working day). */
export const nextWorkingDay = (day: string): string => {
  const next = addDays(day, 1);
  return holidaysOn(next).some(({ kind }) => kind === 'public') ? nextWorkingDay(next) : next;
};

const publicDay = (day: string, name: string, forecast = false): Holiday => ({
  first: day,
  last: day,
  name,
  kind: 'public',
  forecast,
});

const schoolDays = (first: string, last: string, name: string, forecast = false): Holiday => ({
  first,
  last,
  name,
  kind: 'school',
  forecast,
});

const schoolDay = (day: string, name: string, forecast = false) =>
  schoolDays(day, day, name, forecast);

/**
 * Singapore's public and school holidays. A public holiday on a Sunday adds the Monday; after one on a Saturday,
 * schools are closed on the Monday. 2025 and 2026 are as published. In 2027 the lunar holidays are provisional, and
 * school holidays are a forecast from 2021, which had the same weekdays.
 */
export const holidays: readonly Holiday[] = [
  publicDay('2025-01-01', 'New Year’s Day'),
  publicDay('2025-01-29', 'Chinese New Year'),
  publicDay('2025-01-30', 'Chinese New Year'),
  publicDay('2025-03-31', 'Hari Raya Puasa'),
  publicDay('2025-04-18', 'Good Friday'),
  publicDay('2025-05-01', 'Labour Day'),
  publicDay('2025-05-03', 'Polling Day'),
  publicDay('2025-05-12', 'Vesak Day'),
  publicDay('2025-06-07', 'Hari Raya Haji'),
  publicDay('2025-08-09', 'National Day'),
  publicDay('2025-10-20', 'Deepavali'),
  publicDay('2025-12-25', 'Christmas Day'),

  publicDay('2026-01-01', 'New Year’s Day'),
  publicDay('2026-02-17', 'Chinese New Year'),
  publicDay('2026-02-18', 'Chinese New Year'),
  publicDay('2026-03-21', 'Hari Raya Puasa'),
  publicDay('2026-04-03', 'Good Friday'),
  publicDay('2026-05-01', 'Labour Day'),
  publicDay('2026-05-27', 'Hari Raya Haji'),
  publicDay('2026-05-31', 'Vesak Day'),
  publicDay('2026-06-01', 'Day after Vesak Day'),
  publicDay('2026-08-09', 'National Day'),
  publicDay('2026-08-10', 'Day after National Day'),
  publicDay('2026-11-08', 'Deepavali'),
  publicDay('2026-11-09', 'Day after Deepavali'),
  publicDay('2026-12-25', 'Christmas Day'),

  publicDay('2027-01-01', 'New Year’s Day'),
  publicDay('2027-02-06', 'Chinese New Year'),
  publicDay('2027-02-07', 'Chinese New Year'),
  publicDay('2027-02-08', 'Day after Chinese New Year'),
  publicDay('2027-03-10', 'Hari Raya Puasa', true),
  publicDay('2027-03-26', 'Good Friday'),
  publicDay('2027-05-01', 'Labour Day'),
  publicDay('2027-05-17', 'Hari Raya Haji', true),
  publicDay('2027-05-20', 'Vesak Day', true),
  publicDay('2027-08-09', 'National Day'),
  publicDay('2027-10-28', 'Deepavali', true),
  publicDay('2027-12-25', 'Christmas Day'),

  schoolDays('2025-03-15', '2025-03-23', 'March school holidays'),
  schoolDays('2025-05-31', '2025-06-29', 'June school holidays'),
  schoolDay('2025-07-07', 'Day after Youth Day'),
  schoolDay('2025-08-11', 'School holiday after National Day'),
  schoolDay('2025-09-05', 'Teachers’ Day'),
  schoolDays('2025-09-06', '2025-09-14', 'September school holidays'),
  schoolDay('2025-10-03', 'Children’s Day'),
  schoolDays('2025-11-22', '2025-12-31', 'Year-end school holidays'),

  schoolDays('2026-03-14', '2026-03-22', 'March school holidays'),
  schoolDay('2026-03-23', 'School holiday after Hari Raya Puasa'),
  schoolDays('2026-05-30', '2026-06-28', 'June school holidays'),
  schoolDay('2026-07-06', 'Day after Youth Day'),
  schoolDay('2026-09-04', 'Teachers’ Day'),
  schoolDays('2026-09-05', '2026-09-13', 'September school holidays'),
  schoolDay('2026-10-02', 'Children’s Day'),
  schoolDays('2026-11-21', '2026-12-31', 'Year-end school holidays'),

  schoolDay('2027-02-09', 'School holiday after Chinese New Year', true),
  schoolDays('2027-03-13', '2027-03-21', 'March school holidays', true),
  schoolDay('2027-05-03', 'School holiday after Labour Day', true),
  schoolDays('2027-05-29', '2027-06-27', 'June school holidays', true),
  schoolDay('2027-07-05', 'Day after Youth Day', true),
  schoolDay('2027-08-10', 'School holiday after National Day', true),
  schoolDay('2027-09-03', 'Teachers’ Day', true),
  schoolDays('2027-09-04', '2027-09-12', 'September school holidays', true),
  schoolDay('2027-10-01', 'Children’s Day', true),
  schoolDays('2027-11-20', '2027-12-31', 'Year-end school holidays', true),
];
