import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';

/** A series of live sharing sessions: whom it is for, and its episodes in their order. */
export type SeriesPlan = {
  name: string;
  level: LiveSession['meta']['level'];
  subject: LiveSession['meta']['subject'];
  keywords: readonly string[];
  forParents?: true;
  minutes: number;
  time: string;
  episodes: readonly (readonly [name: string, about: string])[];
};

export const seriesPlans: readonly SeriesPlan[] = [
  {
    name: 'PSLE in 20 minutes',
    level: 'primary-6',
    subject: 'Mathematics',
    keywords: ['PSLE', 'Heuristics'],
    minutes: 20,
    time: '19:30',
    episodes: [
      ['Fractions of a remainder', 'One bar, cut again and again: what is left of what was left.'],
      ['Ratio before and after', 'Find the quantity that stays, and line both ratios up by it.'],
      ['Speed without a formula sheet', 'Distance bars for two travellers who meet half-way.'],
      ['Circles in squares', 'Halves, quarters and leaves: areas that are easier taken away.'],
      ['Percentage of a changed whole', 'When 20% more and 20% less are not the same again.'],
      ['Patterns that grow', 'A table, a difference, a rule: figure 100 in four lines.'],
      ['The last checklist', 'Ten marks that are lost every year, and how to keep them.'],
    ],
  },
  {
    name: 'Compo clinic',
    level: 'primary-5',
    subject: 'English',
    keywords: ['Composition', 'Writing'],
    minutes: 25,
    time: '20:00',
    episodes: [
      ['Openings that pull', 'Three ways into a story that are not the weather.'],
      ['Show the feeling', 'What a nervous person does with the hands, the voice, the door.'],
      ['Dialogue with a purpose', 'Cut every line that could be a greeting.'],
      ['Endings that land', 'Come back to the first picture, and change one thing in it.'],
      ['Planning in five minutes', 'Four boxes, one problem, no second problem.'],
    ],
  },
  {
    name: 'Science sparks',
    level: 'primary-4',
    subject: 'Science',
    keywords: ['Experiments', 'Open-ended questions'],
    minutes: 20,
    time: '18:30',
    episodes: [
      ['Heat moves', 'Why the metal spoon feels colder than the wooden one.'],
      ['Magnets at a distance', 'A paper clip that floats, and what the string has to do with it.'],
      ['Light and shadow', 'The same figure, three sizes: move the lamp or the wall.'],
      ['Life cycles compared', 'Three stages or four: how to answer in two sentences.'],
      ['Matter takes room', 'An upturned glass, a tissue and a basin of water.'],
    ],
  },
  {
    name: 'Algebra from zero',
    level: 'secondary-1',
    subject: 'Mathematics',
    keywords: ['Algebra', 'Equations'],
    minutes: 30,
    time: '20:30',
    episodes: [
      ['Letters that stand for numbers', 'From the bar model to x, in one example.'],
      ['Brackets and signs', 'Why minus before a bracket turns everything round.'],
      ['Equations as balances', 'Do the same on both sides, and write that you did.'],
      ['Word problems in symbols', 'Name it, link it, solve it, say it.'],
      ['Factorising by sight', 'Common factors first, then two numbers that add and multiply.'],
    ],
  },
  {
    name: 'Evenings for parents',
    level: 'primary-6',
    subject: 'English',
    keywords: ['Parents', 'PSLE'],
    forParents: true,
    minutes: 45,
    time: '21:00',
    episodes: [
      ['How the PSLE is scored', 'Achievement levels, cut-off points and what they leave out.'],
      ['Help without doing it for them', 'Questions to ask beside a worksheet, and when to go.'],
      ['Choosing a secondary school', 'Open houses, distance, CCAs: a list to take along.'],
      ['Screens, sleep and exams', 'House rules that last for six weeks.'],
      ['From primary to secondary', 'What changes in January, subject by subject.'],
    ],
  },
  {
    name: 'Oral in a nutshell',
    level: 'primary-6',
    subject: 'English',
    keywords: ['Oral', 'PSLE'],
    minutes: 20,
    time: '19:00',
    episodes: [
      ['Reading aloud', 'Pauses are punctuation that can be heard.'],
      ['Talking about a picture', 'Say what you see, what you think, what you would do.'],
      ['Opinions with a reason', 'A because, an example, a but.'],
    ],
  },
];
