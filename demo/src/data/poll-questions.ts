/** Poll questions of tutors: the question, its options with the correct ones marked, and the explanation. */
export type DemoQuestion = {
  question: string;
  options: readonly string[];
  right: readonly number[];
  answer?: string;
  name?: string;
  checks?: true;
};

const maths: readonly DemoQuestion[] = [
  {
    name: 'Warm up',
    question: 'What is ¾ of 48?',
    options: ['12', '36', '64', '32'],
    right: [1],
    answer: '48 ÷ 4 = 12, and 3 × 12 = 36.',
  },
  {
    question: 'Which of these numbers are prime?',
    options: ['2', '9', '11', '21', '23'],
    right: [0, 2, 4],
    answer: '9 = 3 × 3 and 21 = 3 × 7.',
  },
  {
    question: 'A book costs $12 after a discount of 20%. What did it cost before?',
    options: ['$14.40', '$15', '$9.60', '$32'],
    right: [1],
    answer: '80% is $12, so 10% is $1.50 and 100% is $15.',
  },
  {
    question: 'Which fraction is the largest?',
    options: ['⅔', '⅝', '¾', '⁷⁄₁₂'],
    right: [2],
  },
  {
    name: 'Exit ticket',
    question: 'I can solve a ratio problem with a model by myself.',
    options: ['Yes', 'With a hint', 'Not yet'],
    right: [0],
    checks: true,
  },
];

const science: readonly DemoQuestion[] = [
  {
    question: 'Which part of a plant takes in water?',
    options: ['Leaves', 'Roots', 'Flowers', 'Fruit'],
    right: [1],
  },
  {
    question: 'Which of these conduct electricity?',
    options: ['Copper', 'Rubber', 'Graphite', 'Glass'],
    right: [0, 2],
    answer: 'Graphite is no metal and conducts all the same.',
  },
  {
    question: 'Why does a puddle dry up faster on a windy day?',
    options: [
      'Wind makes the water warmer',
      'Wind carries water vapour away',
      'Wind pushes the water into the ground',
      'It does not',
    ],
    right: [1],
  },
  {
    name: 'Exit ticket',
    question: 'I can name the variables of a fair test.',
    options: ['Yes', 'Some of them', 'Not yet'],
    right: [0],
    checks: true,
  },
];

const english: readonly DemoQuestion[] = [
  {
    question: 'Neither of the boys ___ finished the work.',
    options: ['have', 'has', 'were', 'are'],
    right: [1],
    answer: '“Neither” is singular.',
  },
  {
    question: 'Which word means nearly the same as “reluctant”?',
    options: ['Eager', 'Unwilling', 'Careless', 'Grateful'],
    right: [1],
  },
  {
    question: 'Which of these sentences are in the past perfect?',
    options: [
      'She had left before we came.',
      'She was leaving when we came.',
      'They had never seen snow.',
      'They have seen snow.',
    ],
    right: [0, 2],
  },
];

const chinese: readonly DemoQuestion[] = [
  {
    question: '“一___书”应该填哪个量词？',
    options: ['个', '本', '张', '只'],
    right: [1],
  },
  {
    question: '下列哪些词语是形容词？',
    options: ['美丽', '跑步', '高兴', '学校'],
    right: [0, 2],
  },
];

const bySubject: Partial<Record<string, readonly DemoQuestion[]>> = {
  Science: science,
  Physics: science,
  Chemistry: science,
  Biology: science,
  English: english,
  Chinese: chinese,
};

/** The questions of a subject, in the order in which they are asked. */
export const questionsOf = (subject: string): readonly DemoQuestion[] =>
  bySubject[subject] ?? maths;
