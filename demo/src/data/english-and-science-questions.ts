import { english, mcq, open, science, type QuestionText } from './question-text.ts';

const tex = String.raw;

/** The demo's questions of English and of Science. */
export const englishAndScienceQuestions: readonly QuestionText[] = [
  english('5 6', 'Grammar', 'Subject-Verb Agreement', [
    mcq(
      1,
      'Neither the coach nor the players ____ ready when the whistle blew.',
      ['was', 'were', 'is', 'has been'],
      1,
    ),
  ]),
  english('6', 'Grammar', 'Reported Speech', [
    mcq(
      1,
      'Aunt Mei said that she ____ us the following week.',
      ['will visit', 'would visit', 'visits', 'has visited'],
      1,
    ),
  ]),
  english(
    '5 6',
    'Synthesis and Transformation',
    'Active and Passive Voice',
    [
      open(
        2,
        'The strong wind blew the roof off. Rewrite the sentence so that it begins with “The roof”.',
        '|The roof was blown off by the strong wind.|',
      ),
      open(
        2,
        'Although it rained, we went on. Rewrite the sentence with “in spite of”.',
        '|In spite of the rain, we went on.|',
      ),
    ],
    { instruction: 'Rewrite each sentence. Its meaning must stay the same.' },
  ),
  english(
    '6',
    'Comprehension Open-Ended',
    'Inferential Questions',
    [
      {
        mark: 2,
        body: 'How can you tell that Arun had not slept? Give two reasons.',
        model: 'His eyes were <strong>red</strong>, and he yawned all through breakfast.',
      },
      { mark: 1, body: 'Which word in the text means “very tired”?', answer: '|weary|' },
    ],
    {
      context:
        'Arun came down with red eyes. He yawned all through breakfast and stirred his tea with a fork.\n\n“A late night?” his sister teased. He only gave her a weary smile.',
      selfChecking: true,
    },
  ),
  english('5', 'Vocabulary', 'Idioms', [
    mcq(
      1,
      'What does “to let the cat out of the bag” mean?',
      [
        'To tell a secret by mistake',
        'To be kind to animals',
        'To run away',
        'To buy something unseen',
      ],
      0,
    ),
  ]),
  english(
    '5 6',
    'Situational Writing',
    'Email',
    [
      {
        mark: 14,
        body: 'You found a purse in the school canteen. Write an e-mail to your form teacher. Say where and when you found it, what it looks like, and what you did with it.',
        model:
          'The e-mail has a subject, a greeting and a close; it says place and time, colour and contents, and that the purse is at the general office.',
      },
    ],
    { instruction: 'Write about 80 words.', selfChecking: true, taggedLater: true },
  ),
  english('4 5', 'Editing for Spelling and Grammar', 'Spelling', [
    {
      mark: 2,
      body: 'Correct the two words that are spelt wrongly: “The goverment will seperate the rubbish.”',
      answers: ['First|government|', 'Second|separate|'],
    },
  ]),

  science('3', 'Magnets', 'Magnetic and Non-Magnetic Materials', [
    mcq(
      2,
      'Which of these does a magnet attract? Choose all that it does.',
      ['An iron nail', 'A copper coin', 'A steel paper clip', 'A wooden ruler'],
      0,
      2,
    ),
  ]),
  science(
    '4',
    'Heat Energy',
    'Conductors of Heat',
    [
      open(2, 'After five minutes, which spoon feels hottest?', '|The metal one|'),
      {
        mark: 2,
        body: 'Explain your answer.',
        model:
          'Metal is a good conductor of heat. It gains heat from the hot water faster than wood and plastic do.',
      },
    ],
    { context: 'A metal, a wooden and a plastic spoon stand in the same cup of hot water.' },
  ),
  science('5', 'Water and Changes of State', 'Factors Affecting Evaporation', [
    mcq(
      2,
      'Two towels are equally wet. Which one dries fastest?',
      [
        'Folded, in the shade',
        'Spread out, in the shade',
        'Folded, in the sun and wind',
        'Spread out, in the sun and wind',
      ],
      3,
    ),
  ]),
  science('5', 'Electrical System', 'Parallel Arrangement', [
    mcq(
      2,
      'One of two bulbs in a parallel arrangement blows. What happens to the other?',
      ['It stays lit.', 'It goes out too.', 'It flickers and then goes out.', 'It blows too.'],
      0,
    ),
    {
      mark: 2,
      body: 'Explain your answer.',
      model: 'The other bulb still stands in a closed circuit, so that current flows through it.',
    },
  ]),
  science(
    '6',
    'Interactions Within the Environment',
    'Food Chains and Food Webs',
    [
      {
        mark: 3,
        body: 'Write a food chain of three organisms from this field.',
        answers: ['Producer|grass|', 'eaten by|grasshopper|', 'eaten by|frog|'],
      },
      {
        mark: 2,
        body: 'What happens to the grasshoppers at first if all frogs are taken away? Explain.',
        model: 'Their number grows, since fewer of them are eaten.',
      },
    ],
    { context: 'In a field there are grass, grasshoppers, frogs and a snake.' },
  ),
  science('6', 'Interaction of Forces', 'Frictional Force', [
    open(
      2,
      tex`A trolley rolls \(1.8 \text{ m}\) on tiles and \(0.6 \text{ m}\) on carpet. How many times as far does it roll on tiles?`,
      '|3|times',
    ),
    {
      mark: 2,
      body: 'Why does it roll less far on the carpet?',
      model: 'There is more friction between the wheels and the rougher carpet.',
    },
  ]),
  science('4', 'Light Energy', 'Shadows', [
    mcq(
      2,
      'A toy is moved towards a torch. How does its shadow on the wall change?',
      ['It grows larger.', 'It grows smaller.', 'It stays the same.', 'It turns lighter.'],
      0,
    ),
  ]),
];
