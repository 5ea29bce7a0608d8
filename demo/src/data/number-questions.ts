import { maths, mcq, open, short, type QuestionText } from './question-text.ts';

const tex = String.raw;

/** The demo's Mathematics questions about numbers, ratio and algebra. */
export const numberQuestions: readonly QuestionText[] = [
  maths('6', 'Fractions', { skill: 'Comparing and Ordering Fractions' }, [
    mcq(
      1,
      tex`Which fraction is nearest to \(\frac{1}{2}\)?`,
      [tex`\(\frac{3}{5}\)`, tex`\(\frac{4}{9}\)`, tex`\(\frac{5}{8}\)`, tex`\(\frac{3}{8}\)`],
      1,
    ),
  ]),
  maths(
    '6',
    'Ratio',
    { skill: 'Changing Ratios', heuristic: 'Total Unchanged' },
    [
      open(
        2,
        'What fraction of all the stickers did Mei have in the end?',
        tex`|\(\frac{17}{32}\)|`,
      ),
      open(
        3,
        'How many stickers did Siti have at first?',
        '|180|stickers',
        'The total stays the same: find one fraction for each girl of it.',
      ),
    ],
    {
      context: tex`Mei had \(\frac{3}{5}\) as many stickers as Siti. Siti then gave \(\frac{1}{4}\) of her stickers to Mei. In the end Mei had 18 stickers more than Siti.`,
    },
  ),
  maths(
    '6',
    'Circles',
    { skill: 'Composite Figures With Circles' },
    [open(3, tex`Find the area of the shaded part. Take \(\pi = \frac{22}{7}\).`, '|42|cm²')],
    {
      context:
        'The figure is a square of side 14 cm. A quarter circle of radius 14 cm is cut out of it.\n\n{picture}',
    },
  ),
  maths(
    '5 6',
    'Fractions',
    { skill: 'Fraction of a Whole', heuristic: 'Units and Parts' },
    [
      open(3, 'What is the capacity of the tank?', '|15|ℓ'),
      mcq(
        2,
        'How much more water is needed to fill it?',
        ['3.5 ℓ', '4.5 ℓ', tex`\(5\frac{1}{4}\) ℓ`],
        1,
      ),
    ],
    {
      context: tex`A tank was \(\frac{2}{5}\) filled with water. After 4.5 ℓ of water was poured in, the tank was \(\frac{7}{10}\) filled.`,
    },
  ),
  maths(
    '5 6',
    'Fractions',
    { skill: 'Fraction of a Whole', heuristic: 'Units and Parts' },
    [open(3, 'What is the capacity of the tank?', '|20|ℓ')],
    {
      context: tex`A tank was \(\frac{2}{5}\) filled with water. After 6 ℓ of water was poured in, the tank was \(\frac{7}{10}\) filled.`,
    },
  ),
  maths(
    '5',
    'Fractions',
    { skill: 'Fraction of a Remainder', heuristic: 'Remainder Concept' },
    [open(4, 'How much money did Farid have at first?', '$|240|')],
    {
      context: tex`Farid spent \(\frac{1}{3}\) of his money on a bag and \(\frac{2}{5}\) of the remainder on a pair of shoes. He had $96 left.`,
    },
  ),
  maths('6', 'Fractions', { skill: 'Dividing Fractions', ...short }, [
    open(
      2,
      tex`Work out \(\frac{3}{4} \div \frac{2}{3}\). Give your answer as a mixed number.`,
      tex`|\(1\frac{1}{8}\)|`,
    ),
  ]),
  maths('4 5', 'Fractions', { skill: 'Equivalent Fractions' }, [
    mcq(
      1,
      tex`Which of these are equal to \(\frac{2}{3}\)? Choose all that are.`,
      [
        tex`\(\frac{4}{6}\)`,
        tex`\(\frac{6}{8}\)`,
        tex`\(\frac{10}{15}\)`,
        tex`\(\frac{12}{16}\)`,
        tex`\(\frac{14}{21}\)`,
      ],
      0,
      2,
      4,
    ),
  ]),
  maths('4', 'Whole Number', { skill: 'Factors and Multiples', ...short }, [
    {
      mark: 2,
      body: 'Write down all factors of 28 that are greater than 5.',
      answers: ['|7|', '|14|', '|28|'],
    },
  ]),
  maths('5', 'Whole Number', { skill: 'Order of Operations and Brackets' }, [
    mcq(
      1,
      tex`What is the value of \(48 - 12 \div (3 + 1) \times 5\)?`,
      ['33', '45', '3', '180'],
      0,
    ),
  ]),
  maths('3 4', 'Whole Number', { skill: 'Number Patterns', heuristic: 'Pattern', ...short }, [
    {
      mark: 2,
      body: 'Find the next two numbers: 3, 7, 15, 31, …',
      answers: ['First|63|', 'Second|127|'],
    },
  ]),
  maths(
    '4 5',
    'Whole Number',
    { skill: 'Multiplication', heuristic: 'Number x Value' },
    [
      open(3, 'How many 20-cent coins are there?', '|45|coins'),
      open(2, 'What is the total value of all the coins?', '$|31.50|'),
    ],
    {
      context:
        'A box holds 20-cent coins and 50-cent coins, 90 altogether. There are as many of the one as of the other.',
    },
  ),
  maths(
    '4 5',
    'Whole Number',
    { skill: 'Division With and Without Remainder', heuristic: 'Excess and Shortage' },
    [
      open(
        4,
        'How many pupils are there in the class?',
        '|16|pupils',
        'Compare what is left over with what is missing.',
      ),
    ],
    {
      context:
        'A teacher wants to give each pupil the same number of sweets. With 4 sweets each, 20 are left over. With 6 sweets each, 12 more are needed.',
    },
  ),
  maths(
    '5 6',
    'Whole Number',
    { skill: 'Addition and Subtraction', heuristic: 'Making an Assumption' },
    [open(4, 'How many questions did Ravi answer wrongly?', '|7|questions')],
    {
      context:
        'In a quiz of 40 questions each right answer gains 3 marks and each wrong answer loses 2. Ravi answered all questions and had 85 marks.',
    },
  ),
  maths('4', 'Decimals', { skill: 'Rounding Decimals' }, [
    mcq(
      1,
      'Which of these is 7.4 when rounded to one decimal place?',
      ['7.35', '7.34', '7.45', '7.46'],
      0,
    ),
  ]),
  maths('4 5', 'Decimals', { skill: 'Comparing and Ordering Decimals', ...short }, [
    open(
      1,
      tex`Which is the greatest: \(0.7\), \(0.68\), \(\frac{3}{4}\) or \(0.709\)?`,
      tex`|\(\frac{3}{4}\)|`,
    ),
  ]),
  maths(
    '5',
    'Decimals',
    { skill: 'Word Problems on Decimals' },
    [open(3, 'How much does one notebook cost?', '$|2.35|')],
    {
      context:
        'Four notebooks and three pens cost $14.80. A pen costs 55 cents less than a notebook.',
      selfChecking: true,
    },
  ),
  maths(
    '5 6',
    'Percentage',
    { skill: 'Discount', taggedLater: true },
    [
      open(2, 'What was the price after the discount?', '$|68|'),
      open(2, 'What did Mrs Ong pay with 9% GST?', '$|74.12|'),
    ],
    { context: 'The usual price of a bag was $80. At a sale there was a discount of 15%.' },
  ),
  maths('6', 'Percentage', { skill: 'Percentage Increase and Decrease' }, [
    mcq(
      2,
      'A number is increased by 25% and then decreased by 20%. How does it change altogether?',
      ['It stays the same.', 'It grows by 5%.', 'It falls by 5%.', 'It grows by 45%.'],
      0,
    ),
  ]),
  maths(
    '6',
    'Percentage',
    { skill: 'Finding the Whole Given a Percentage Part', heuristic: 'Single Unchanged' },
    [open(4, 'How many girls joined?', '|40|girls')],
    {
      context:
        '60% of the 200 members of a club were boys. After some girls joined, 50% of the members were boys.',
    },
  ),
  maths('6', 'Ratio', { skill: 'Dividing a Quantity in a Given Ratio', ...short }, [
    open(
      2,
      tex`Amy, Ben and Chong share $180 in the ratio \(2 : 3 : 4\). How much does Ben get?`,
      '$|60|',
    ),
  ]),
  maths(
    '6',
    'Ratio',
    { skill: 'Combining Two Ratios', heuristic: 'Repeated Identity' },
    [
      open(
        3,
        'What is the ratio of red to blue to green beads, in simplest form?',
        '|8 : 12 : 15|',
      ),
    ],
    {
      context: tex`The ratio of red to blue beads is \(2 : 3\). The ratio of blue to green beads is \(4 : 5\).`,
    },
  ),
  maths(
    '6',
    'Ratio',
    { skill: 'Changing Ratios', heuristic: 'Difference Unchanged' },
    [open(4, 'How old is Hadi now?', '|9|years')],
    {
      context: tex`Hadi and his father are now in the ratio of ages \(1 : 4\). In 9 years the ratio will be \(1 : 2.5\).`,
    },
  ),
  maths(
    '6',
    'Ratio',
    { skill: 'Changing Ratios', heuristic: 'All Changing' },
    [open(4, 'How many marbles did Jun have at first?', '|63|marbles')],
    {
      context: tex`The ratio of Jun's marbles to Kai's was \(7 : 4\). Jun lost 15 marbles and Kai won 4. Then the ratio was \(6 : 5\).`,
    },
  ),
  maths(
    '5',
    'Rate',
    { skill: 'Tiered Charges (Parking, Water, Postage)' },
    [open(3, 'What does parking cost from 2.15 p.m. to 5.40 p.m.?', '$|6.20|')],
    {
      context:
        'A car park charges $1.20 for the first hour and $1 for every further half hour or part of it.',
    },
  ),
  maths(
    '5 6',
    'Rate',
    { skill: 'Rate of Flow' },
    [open(3, 'How long does it take to fill the tank?', '|12|min')],
    {
      context:
        'A tap fills a tank at 9 ℓ a minute. A second tap, open at the same time, empties it at 4 ℓ a minute. The tank holds 60 ℓ.',
    },
  ),
  maths(
    '6',
    'Speed',
    { skill: 'Average Speed' },
    [
      open(2, 'How far is it from A to B?', '|120|km'),
      open(
        3,
        'What was the average speed of the whole trip?',
        '|48|km/h',
        'Total distance over total time, not the mean of two speeds.',
      ),
    ],
    { context: 'Mr Lim drove from A to B at 60 km/h in 2 hours. He drove back at 40 km/h.' },
  ),
  maths(
    '6',
    'Speed',
    { skill: 'Two Moving Objects: Meeting and Catching Up' },
    [open(4, 'At what time do they meet?', '|11.30 a.m.|')],
    {
      context:
        'Two towns are 210 km apart. At 10 a.m. a lorry leaves the first at 60 km/h and a car leaves the second at 80 km/h towards it.',
    },
  ),
  maths('6', 'Algebra', { skill: 'Simplifying Linear Expressions' }, [
    mcq(
      1,
      tex`Simplify \(7k + 5 - 3k + 8\).`,
      [tex`\(4k + 13\)`, tex`\(10k + 13\)`, tex`\(4k - 3\)`, tex`\(17k\)`],
      0,
    ),
  ]),
  maths('6', 'Algebra', { skill: 'Evaluating Expressions by Substitution', ...short }, [
    open(2, tex`Find the value of \[\frac{5p - 2}{4}\] when \(p = 6\).`, '|7|'),
  ]),
  maths(
    '6',
    'Algebra',
    { skill: 'Word Problems on Algebra' },
    [
      open(2, tex`How much do they have altogether, in terms of \(m\)?`, tex`$|\(4m + 12\)|`),
      open(2, tex`If \(m = 9\), how much more has Devi than Ali?`, '$|30|'),
    ],
    { context: tex`Ali has $\(m\). Devi has three times as much as Ali and $12 more.` },
  ),
];
