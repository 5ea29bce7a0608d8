/** Level tags of classes, stored as name-year text (part 1 §3, Level tag); the number is the last year. */
export const levelYears = {
  primary: 6,
  secondary: 4,
  'junior-college': 2,
  'integrated-programme': 6,
  'international-baccalaureate-diploma-programme': 2,
} as const;

export const yearlessLevels = ['beginner', 'intermediate', 'advanced'] as const;

/** All level tags of classes. */
export const levelTags: string[] = [
  ...Object.entries(levelYears).flatMap(([name, years]) =>
    Array.from({ length: years }, (_, index) => `${name}-${index + 1}`),
  ),
  ...yearlessLevels,
];

/** `primary-6` → `Primary 6`. */
export const formatLevel = (tag: string) =>
  tag
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The levels of a student's record (part 2 §9, Level codes); 'others' allows free text. */
export const studentLevels = [
  'pre-primary',
  ...Array.from({ length: 6 }, (_, index) => `primary-${index + 1}`),
  ...Array.from({ length: 4 }, (_, index) => `secondary-${index + 1}`),
  'polytechnic',
  'junior-college-1',
  'junior-college-2',
] as const;

export const otherLevel = 'others';

/** Label of a level code of records or classes: `secondary-3` → "Secondary 3". Free text is returned as it is. */
export const levelWords = (level: string): string =>
  (studentLevels as readonly string[]).includes(level) || levelTags.includes(level)
    ? formatLevel(level)
    : level;
