import { older, primary } from './class-builders.ts';
import type { ClassPlan } from './class-plan.ts';

const workshop = (startsInWeeks: number, lessons: number, everyDays: number) => ({
  workshop: { startsInWeeks, lessons, everyDays },
});

/** Short runs in the holidays and before examinations. */
export const workshops: ClassPlan[] = [
  primary('PSLE English Paper 1 (Writing) Workshop', 6, 'English', [6, '13:00', 45, 50], {
    minutes: 150,
    ...workshop(-4, 8, 7),
  }),
  primary('P6 Science June Holiday Workshop', 6, 'Science', [1, '14:00', 40, 50], {
    minutes: 150,
    ...workshop(-9, 5, 1),
  }),
  primary('P6 PSLE Oral Bootcamp', 6, 'English', [1, '16:30', 50, 40], {
    minutes: 120,
    fullPurchase: true,
    ...workshop(2, 4, 1),
  }),
  primary('P5 Fractions + Ratio Workshop', 5, 'Mathematics', [2, '10:00', 38, 45], {
    minutes: 150,
    ...workshop(1, 5, 1),
  }),
  primary('P5 Science Experiments [Live]', 5, 'Science', [7, '14:00', 36, 40], {
    minutes: 120,
    ...workshop(-3, 6, 7),
  }),
  primary('P4 Model Drawing Workshop', 4, 'Mathematics', [3, '14:00', 35, 45], {
    minutes: 120,
    ...workshop(-6, 4, 7),
  }),
  primary('P4 to P5 Science Head Start', 4, 'Science', [4, '10:00', 36, 45], {
    minutes: 120,
    ...workshop(3, 6, 2),
  }),
  primary('P3 Times Tables Bootcamp', 3, 'Mathematics', [1, '10:00', 35, 40], {
    minutes: 120,
    ...workshop(-11, 5, 1),
  }),
  primary('P3 English Phonics + Spelling', 3, 'English', [5, '10:00', 35, 36], {
    minutes: 120,
    ...workshop(4, 4, 7),
  }),
  primary('P6 Maths Open House (Free)', 6, 'Mathematics', [7, '13:00', 35, 80], {
    minutes: 120,
    free: true,
    ...workshop(-2, 6, 7),
  }),
  primary('P5 Chinese 作文 Workshop', 5, 'Chinese', [2, '14:00', 40, 36], {
    minutes: 120,
    ...workshop(-5, 5, 7),
  }),
  primary('P6 Problem Sums Sprint', 6, 'Mathematics', [1, '09:00', 48, 60], {
    minutes: 150,
    fullPurchase: true,
    ...workshop(-7, 5, 1),
  }),
  older(
    'Sec 1 Head Start (Maths+Science)',
    ['secondary-1'],
    'Science',
    'sec-science',
    [3, '10:00', 45, 50],
    { minutes: 150, ...workshop(3, 6, 1) },
  ),
  older(
    'Sec 2 Streaming Workshop',
    ['secondary-2'],
    'Mathematics',
    'lower-sec-maths',
    [1, '14:00', 45, 40],
    { minutes: 150, ...workshop(-10, 5, 1) },
  ),
  older(
    'Sec 3 A Maths Calculus Crash Course',
    ['secondary-3'],
    'A Maths',
    'a-maths',
    [2, '09:30', 55, 40],
    { minutes: 180, ...workshop(1, 4, 2) },
  ),
  older(
    'Sec 4 O-Level E Maths Final Lap',
    ['secondary-4'],
    'E Maths',
    'e-maths',
    [7, '10:00', 55, 50],
    { minutes: 180, ...workshop(-5, 6, 7) },
  ),
  older(
    'Sec 4 Chemistry Practical [Zoom]',
    ['secondary-4'],
    'Chemistry',
    'chemistry',
    [6, '18:00', 50, 14],
    { minutes: 120, soldOut: true, ...workshop(-1, 5, 7) },
  ),
  older(
    'JC1 Bridging: Sec 4 to H2 Maths',
    ['junior-college-1'],
    'Mathematics',
    'h2-maths',
    [4, '14:00', 60, 40],
    { minutes: 150, ...workshop(4, 5, 2) },
  ),
  older(
    'JC2 A-Level Maths Mock Week',
    ['junior-college-2'],
    'Mathematics',
    'h2-maths',
    [1, '13:00', 80, 40],
    { minutes: 180, ...workshop(-8, 5, 1) },
  ),
];

/** Lessons that were held once and are sold as video. */
export const recordings: ClassPlan[] = [
  primary('[Recording] P6 Fractions Masterclass', 6, 'Mathematics', [6, '09:00', 15, 200], {
    recording: { lessons: 6 },
  }),
  primary('[Recording] P6 Speed + Circles', 6, 'Mathematics', [3, '16:30', 15, 200], {
    recording: { lessons: 5 },
  }),
  primary('[Recording] P5 Science Recap', 5, 'Science', [5, '16:30', 12, 200], {
    recording: { lessons: 6 },
  }),
  primary('[Recording] P4 Maths Recap (Free)', 4, 'Mathematics', [2, '16:30', 10, 200], {
    recording: { lessons: 4 },
    free: true,
  }),
  older(
    '[Recording] Sec 3 A Maths Surds',
    ['secondary-3'],
    'A Maths',
    'a-maths',
    [1, '16:30', 20, 200],
    { recording: { lessons: 5 } },
  ),
  older(
    '[Recording] Sec 4 Physics Last Lap',
    ['secondary-4'],
    'Physics',
    'physics',
    [4, '16:30', 20, 200],
    { recording: { lessons: 6 }, unlisted: true },
  ),
  older(
    '[Recording] JC2 Vectors',
    ['junior-college-2'],
    'Mathematics',
    'h2-maths',
    [5, '18:30', 20, 200],
    { recording: { lessons: 4 } },
  ),
];
