import { describe, expect, test } from 'vitest';
import { createQuestionSchema } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { fromMoodleFormulas } from './moodle-formulas.ts';
import { fromMoodle } from './read-moodle.ts';
import { readXml } from './read-xml.ts';

/** Files in the format of Moodle 4 exports: each text is HTML in CDATA, with its feedback and files. */

const defaults = { subject: 'Mathematics', level: ['primary-6' as const] };

type Parts = { text?: string; grade?: string; more?: string; files?: string };

const question = (
  type: string,
  name: string,
  { text, grade = '1', more = '', files }: Parts = {},
) =>
  `<!-- question: 4711 -->
  <question type="${type}">
    <name><text>${name}</text></name>
    <questiontext format="html"><text><![CDATA[${text ?? `<p>${name}?</p>`}]]></text>${files ?? ''}</questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>${grade}</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <idnumber></idnumber>
    ${more}
  </question>`;

const answer = (fraction: string, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>
     <feedback format="html"><text></text></feedback>${more}</answer>`;

const category = (path: string) =>
  `<question type="category"><category><text>${path}</text></category><info format="html"><text></text></info><idnumber></idnumber></question>`;

const read = (...questions: string[]) =>
  fromMoodle(
    readXml(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions.join('\n')}</quiz>`),
    defaults,
  );

const only = (...questions: string[]) => {
  const [first] = read(...questions);
  if (!first?.body) throw new Error('The file has no question.');
  const { context, unit } = createQuestionSchema.parse(first.body);
  return { context, unit: unit[0], notes: first.notes, pictures: first.pictures };
};

test('a true/false question has two options, with the right one marked', () => {
  const { unit, notes } = only(
    question('truefalse', 'Is 51 a prime', {
      more: `<answer fraction="0" format="moodle_auto_format"><text>true</text></answer>
             <answer fraction="100" format="moodle_auto_format"><text>false</text></answer>`,
    }),
  );
  expect(unit).toMatchObject({
    answer_type: 'single',
    option: [{ content: 'True' }, { content: 'False' }],
    answer: [1],
  });
  expect(notes).toEqual([]);
});

test('a numerical question keeps its tolerance and its unit', () => {
  const { unit, notes } = only(
    question('numerical', 'Area', {
      more: `<answer fraction="50" format="moodle_auto_format"><text>3</text><tolerance>0</tolerance></answer>
             <answer fraction="100" format="moodle_auto_format"><text>3.14</text><tolerance>0.005</tolerance></answer>
             <unitgradingtype>0</unitgradingtype><unitsleft>0</unitsleft>
             <units><unit><multiplier>1</multiplier><unit_name>cm2</unit_name></unit>
                    <unit><multiplier>100</multiplier><unit_name>mm2</unit_name></unit></units>`,
    }),
  );
  expect(unit).toMatchObject({
    answer_type: 'absolute_answer',
    answer: { pre_unit: '', body: '3.14 ± 0.005', post_unit: 'cm2' },
  });
  expect(notes).toEqual([
    'Other answers that Moodle accepts are left out: “3” (50 %)',
    'Other units that Moodle accepts are left out: “mm2”',
  ]);
});

test('a numerical answer without a tolerance is the number, with a left unit before it', () => {
  const { unit } = only(
    question('numerical', 'Price', {
      more: `<answer fraction="100"><text>12</text><tolerance>0</tolerance></answer>
             <unitsleft>1</unitsleft><units><unit><multiplier>1</multiplier><unit_name>$</unit_name></unit></units>`,
    }),
  );
  expect(unit).toMatchObject({ answer: { pre_unit: '$', body: '12', post_unit: '' } });
});

test('a matching question becomes numbered short answers, with the choices in the question', () => {
  const pair = (text: string, right: string) =>
    `<subquestion format="html"><text><![CDATA[${text}]]></text><answer><text>${right}</text></answer></subquestion>`;
  const { unit } = only(
    question('matching', 'Match', {
      text: '<p>Match them.</p>',
      more: `<shuffleanswers>true</shuffleanswers>${pair('<p>frog</p>', 'amphibian')}${pair('<p>\\(x^2\\)</p>', 'square')}${pair('', 'bird')}`,
    }),
  );
  expect(unit).toMatchObject({
    question_body:
      '<p>Match them.</p><ol><li><p>frog</p></li><li><p><span data-type="inline-math" data-latex="x^2"></span></p></li></ol><p>Choose from: amphibian; bird; square</p>',
    answer_type: 'short_answer_set',
    answer: [
      { pre_unit: '1.', body: 'amphibian', post_unit: '' },
      { pre_unit: '2.', body: 'square', post_unit: '' },
    ],
  });
});

describe('a description', () => {
  const essay = (name: string) =>
    question('essay', name, { more: '<graderinfo format="html"><text>Since</text></graderinfo>' });

  test('is the context of the questions after it, until the next description or category', () => {
    const described = read(
      question('description', 'Tank', { text: '<p>A tank contains 20 ℓ.</p>', grade: '0' }),
      essay('one'),
      essay('two'),
      question('description', 'Graph', { text: '<p>Look at the graph.</p>', grade: '0' }),
      essay('three'),
      category('$course$/top/P6'),
      essay('four'),
    );
    expect(described.map(({ name, body, notes }) => [name, body?.context, notes])).toEqual([
      ['one', '<p>A tank contains 20 ℓ.</p>', ['The description “Tank” is its context']],
      ['two', '<p>A tank contains 20 ℓ.</p>', ['The description “Tank” is its context']],
      ['three', '<p>Look at the graph.</p>', ['The description “Graph” is its context']],
      ['four', '', []],
    ]);
  });

  test('without a following question is reported', () => {
    const described = read(
      question('description', 'Tank'),
      category('top/Other'),
      essay('one'),
      question('description', 'End'),
    );
    expect(described.map(({ name, problems }) => [name, problems])).toEqual([
      ['Tank', ['No question follows this description']],
      ['one', []],
      ['End', ['No question follows this description']],
    ]);
  });
});

describe('partial credit of a multiple choice', () => {
  test('with one right option marks the best one and lists the others', () => {
    const { unit, notes } = only(
      question('multichoice', 'Best', {
        more: `<single>true</single>${answer('50', 'nearly')}${answer('100', 'right')}${answer('-25', 'wrong')}${answer('0', 'none')}`,
      }),
    );
    expect(unit).toMatchObject({ answer_type: 'single', answer: [1] });
    expect(notes).toEqual([
      'Option A is worth 50 % in Moodle: here only B is right',
      'The negative marks of wrong options are left out: C -25 %',
    ]);
  });

  test('with several right options marks all with positive marks', () => {
    const { unit, notes } = only(
      question('multichoice', 'Several', {
        more: `<single>false</single>${answer('33.33333', 'a')}${answer('66.66667', 'b')}${answer('0', 'c')}`,
      }),
    );
    expect(unit).toMatchObject({ answer_type: 'multiple', answer: [0, 1] });
    expect(notes).toEqual(['The shares of the right options are left out: 33.3 % and 66.7 %']);
  });
});

describe('pictures', () => {
  const bytes = Buffer.from('the bytes of a picture').toString('base64');
  const file = (name: string, content = bytes) =>
    `<file name="${name}" path="/" encoding="base64">${content}</file>`;
  const placed = (number: number) =>
    `/api/image/00000000-0000-0000-0000-${String(number).padStart(12, '0')}.png`;

  test('in the text and in options are read, duplicates once', () => {
    const { unit, notes, pictures } = only(
      question('multichoice', 'Which', {
        text: '<p>Look: <img src="@@PLUGINFILE@@/a%20map.png" alt="A map" width="40" height="30"></p>',
        files: file('a map.png'),
        more: `<single>true</single>${answer('100', '<img src="@@PLUGINFILE@@/b.png" alt="B">', file('b.png'))}${answer('0', '<img src="data:image/png;base64,AAAA" alt="data">')}`,
      }),
    );
    expect(unit).toMatchObject({
      question_body: `<p>Look: <img src="${placed(1)}" alt="A map" width="40" height="30"></p>`,
      option: [
        { content: `<img src="${placed(1)}" alt="B">` },
        { content: `<img src="${placed(2)}" alt="data">` },
      ],
    });
    expect(notes).toEqual([]);
    expect(pictures.map(({ name, bytes: own }) => [name, own.length])).toEqual([
      ['a map.png', 22],
      ['picture', 3],
    ]);
  });

  test('without alt text get their file names, and unusable files are noted', () => {
    const { unit, notes, pictures } = only(
      question('essay', 'Why', {
        text: '<p><img src="@@PLUGINFILE@@/tank.png"> <img alt="x" src="@@PLUGINFILE@@/gone.png"> <img alt="x" src="@@PLUGINFILE@@/empty.png"></p>',
        files: `${file('tank.png')}${file('song.mp3')}${file('empty.png', '')}`,
        more: '<hint format="html"><text>Look &lt;img src="@@PLUGINFILE@@/h.png"&gt;</text></hint>',
      }),
    );
    expect(unit?.question_body).toContain(`<img alt="tank" src="${placed(1)}">`);
    expect(unit?.question_body.match(/<img/g)).toHaveLength(1);
    expect(pictures).toHaveLength(1);
    expect(notes).toEqual([
      'The picture “tank.png” has no alternative text: please write one after the import',
      'The picture “gone.png” is left out: it is not in the file',
      'The picture “empty.png” is left out: its file is empty',
      'The file “song.mp3” is left out: it is not a picture of the text',
      'The pictures of the hint are left out',
    ]);
  });
});

test('all other content that is left out is noted at the question', () => {
  const feedback = (text: string) => `<feedback format="html"><text>${text}</text></feedback>`;
  const { unit, notes } = only(
    question('shortanswer', 'Sum', {
      more: `<usecase>1</usecase>
        <answer fraction="100" format="moodle_auto_format"><text>two</text>${feedback('Well done')}</answer>
        <answer fraction="80" format="moodle_auto_format"><text>2</text>${feedback('')}</answer>
        <hint format="html"><text>Count</text></hint><hint format="html"><text>Add</text></hint>
        <tags><tag><text>numbers</text></tag><tag><text>topic: Ratio</text></tag></tags>`,
    }).replace(
      '<generalfeedback format="html"><text></text>',
      '<generalfeedback format="html"><text>One more than one</text>',
    ),
  );
  expect(unit).toMatchObject({ answer: { body: 'two' }, hint: 'Count\nAdd' });
  expect(notes).toEqual([
    'Other answers that Moodle accepts are left out: “2” (80 %)',
    'Case sensitivity is left out',
    'Its general feedback is left out',
    'The feedback of 1 answer is left out',
    'Its tags are left out: numbers',
  ]);
});

test.each(['cloze', 'ddwtos', 'calculated', 'calculatedmulti', 'gapselect'])(
  'questions of the type %s are refused by name',
  (type) => {
    expect(read(question(type, 'Gaps'))[0]).toMatchObject({
      name: 'Gaps',
      problems: [`Questions of the type “${type}” are not supported`],
    });
  },
);

describe('formulas between $$', () => {
  const block = '<div data-type="block-math" data-latex="x = 2"></div>';
  const inLine = '<span data-type="inline-math" data-latex="x = 2"></span>';

  test.each([
    ['<p>So $$x = 2$$ here</p>', `<p>So ${inLine} here</p>`],
    ['<p>Then</p><p> $$ x = 2 $$ </p>', `<p>Then</p>${block}`],
    ['$$x = 2$$', block],
    ['<p>$$$$ and $5 or $$</p>', '<p>$$$$ and $5 or $$</p>'],
    [
      '<p>$$\\text{\\(a\\)}$$ b</p>',
      '<p><span data-type="inline-math" data-latex="\\text{\\(a\\)}"></span> b</p>',
    ],
  ])('%s', (html, expected) => {
    expect(fromMoodleFormulas(html)).toBe(expected);
  });
});

test('the category of each question is its path, without Moodle’s prefix', () => {
  const essay = question('essay', 'Why', { more: '<graderinfo><text>x</text></graderinfo>' });
  expect(
    read(
      essay,
      category('$course$/top/P6 Maths/Area // Perimeter'),
      essay,
      category('top'),
      essay,
    ).map((one) => one.category),
  ).toEqual(['', 'P6 Maths / Area / Perimeter', '']);
});
