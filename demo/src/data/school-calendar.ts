/** First days of the four school terms, month and day; 2027 is a projection. */
export const termStarts: Record<number, readonly [string, string, string, string]> = {
  2025: ['01-02', '03-24', '06-30', '09-15'],
  2026: ['01-02', '03-23', '06-29', '09-14'],
  2027: ['01-04', '03-22', '06-28', '09-13'],
};

/** For a year whose calendar is not known. */
export const usualTermStarts = ['01-02', '03-23', '06-29', '09-14'] as const;

/** Public holidays with their days off in lieu; some of 2027 are provisional. */
export const publicHolidays: ReadonlySet<string> = new Set([
  '2025-01-01',
  '2025-01-29',
  '2025-01-30',
  '2025-03-31',
  '2025-04-18',
  '2025-05-01',
  '2025-05-12',
  '2025-06-07',
  '2025-08-09',
  '2025-10-20',
  '2025-12-25',
  '2026-01-01',
  '2026-02-17',
  '2026-02-18',
  '2026-03-21',
  '2026-04-03',
  '2026-05-01',
  '2026-05-27',
  '2026-05-31',
  '2026-06-01',
  '2026-08-09',
  '2026-08-10',
  '2026-11-08',
  '2026-11-09',
  '2026-12-25',
  '2027-01-01',
  '2027-02-06',
  '2027-02-07',
  '2027-02-08',
  '2027-03-10',
  '2027-03-26',
  '2027-05-01',
  '2027-05-17',
  '2027-05-20',
  '2027-08-09',
  '2027-10-28',
  '2027-12-25',
]);

/** Holidays that fall on the same day every year, month and day. */
export const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '08-09', '12-25']);
