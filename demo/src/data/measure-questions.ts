import { maths, mcq, open, short, type QuestionText } from './question-text.ts';

const tex = String.raw;

/** The demo's Mathematics questions about money, time, measures, shapes and data. */
export const measureQuestions: readonly QuestionText[] = [
  maths('1 2', 'Money', { skill: 'Counting Notes and Coins' }, [
    mcq(
      1,
      'Which coins make exactly 85 cents?',
      ['50 ¢, 20 ¢, 10 ¢, 5 ¢', '50 ¢, 20 ¢, 20 ¢', '50 ¢, 50 ¢', '20 ¢, 20 ¢, 20 ¢, 20 ¢'],
      0,
    ),
  ]),
  maths('3', 'Time', { skill: 'Start Time, Finish Time and Duration', ...short }, [
    open(1, 'A film begins at 6.45 p.m. and lasts 1 h 50 min. When does it end?', '|8.35 p.m.|'),
  ]),
  maths(
    '3 4',
    'Length, Mass and Volume',
    { skill: 'Mass in Kilograms and Grams' },
    [open(2, 'How heavy is one orange?', '|180|g')],
    {
      context:
        'Five oranges in a basket weigh 1 kg 150 g. With two oranges in it, the same basket weighs 610 g.',
    },
  ),
  maths(
    '4',
    'Area and Perimeter',
    { skill: 'Finding One Dimension of a Rectangle or Square', ...short },
    [
      open(
        2,
        tex`The perimeter of a rectangle is 46 cm and its length is 15 cm. What is its area?`,
        '|120|cm²',
      ),
    ],
  ),
  maths('5', 'Area and Perimeter', { skill: 'Base and Height of a Triangle' }, [
    mcq(
      2,
      tex`The base of a triangle is 12 cm and its area is \(54 \text{ cm}^2\). What is its height?`,
      ['4.5 cm', '9 cm', '18 cm', '42 cm'],
      1,
    ),
  ]),
  maths('6', 'Circles', { skill: 'Circumference', ...short }, [
    open(
      2,
      tex`A wheel has a diameter of 70 cm. How far does it roll in 10 turns? Take \(\pi = \frac{22}{7}\).`,
      '|22|m',
    ),
  ]),
  maths(
    '5 6',
    'Volume',
    { skill: 'Volume of Liquid in a Rectangular Tank' },
    [open(3, 'How high is the water now?', '|14|cm')],
    {
      context: tex`A tank of \(40 \times 25 \times 30\) cm holds water 10 cm high. Then 4 ℓ of water are poured in.`,
    },
  ),
  maths('6', 'Volume', { skill: 'Finding the Edge of a Cube or Area of a Face' }, [
    mcq(
      2,
      tex`The volume of a cube is \(343 \text{ cm}^3\). What is the area of one face?`,
      [
        tex`\(7 \text{ cm}^2\)`,
        tex`\(49 \text{ cm}^2\)`,
        tex`\(98 \text{ cm}^2\)`,
        tex`\(294 \text{ cm}^2\)`,
      ],
      1,
    ),
  ]),
  maths('4 5', 'Angles', { skill: 'Angles on a Straight Line', ...short }, [
    open(
      2,
      tex`Two angles lie on a straight line. One is \(3\) times the other. How large is the smaller?`,
      '|45|°',
    ),
  ]),
  maths('5 6', 'Shapes and Symmetry', { skill: 'Parallelogram, Rhombus and Trapezium' }, [
    mcq(
      1,
      'Which of these have four equal sides? Choose all that do.',
      ['Rhombus', 'Rectangle', 'Square', 'Trapezium'],
      0,
      2,
    ),
  ]),
  maths('4', 'Solids and Nets', { skill: 'Basic 3-D Shapes' }, [
    mcq(1, 'How many edges does a triangular prism have?', ['5', '6', '9', '12'], 2),
  ]),
  maths(
    '6',
    'Average',
    { skill: 'Finding the Total Given the Average' },
    [open(3, 'What was his mark in the last test?', '|93|marks')],
    { context: 'After four tests Wei Jie had an average of 78 marks. After the fifth it was 81.' },
  ),
  maths(
    '4 5',
    'Tables and Graphs',
    { skill: 'Completing a Table From Given Data' },
    [
      {
        mark: 3,
        body: 'Which two days together had as many visitors as Saturday, and how many was that?',
        answers: ['First day|Monday|', 'Second day|Friday|', 'Visitors|310|'],
      },
    ],
    {
      context:
        'Visitors of a library: Monday 140, Tuesday 95, Wednesday 120, Thursday 85, Friday 170, Saturday 310.',
    },
  ),
  maths(
    '5 6',
    'Whole Number',
    { heuristic: 'Working Backwards' },
    [open(3, 'How many beads were in the jar at first?', '|92|beads')],
    {
      context:
        'Lina took half of the beads in a jar and 4 more. Then Mira took half of what was left and 3 more. 18 beads were left.',
    },
  ),
];
