import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createQuestionSchema,
  questionSchema,
  type Question,
  type QuestionUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  questionLevels,
  tidyUnit,
  unitProblems,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { someOf } from '../../../test/walk.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { fromMoodleFormulas, toMoodleFormulas } from './moodle-formulas.ts';
import { moodleEnd, moodleHead, toMoodle } from './moodle.ts';
import { cleanUnit } from './new-question.ts';
import { fromMoodle } from './read-moodle.ts';
import { readXml, xmlText, XmlProblem } from './read-xml.ts';

const words = fc
  .array(
    fc.constantFrom(
      ...'tank|$$|$$x$$|3.14 ± 0.005|5 &lt; 6|&amp;|"|\'|$5|\\(|\\)|\\[ x|ℓ|二|😀| |&nbsp;|]]&gt;|&lt;!--unit--&gt;|(a)|\\\\('.split(
        '|',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const latex = fc
  .array(
    fc.constantFrom(...String.raw`\frac{1}{2}|x &lt; 3|\)|\]|&quot;a&quot;|&amp;|\pi| `.split('|')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));
const piece = fc.oneof(
  words,
  latex.map((one) => `<span data-type="inline-math" data-latex="${one}"></span>`),
  fc.constantFrom(
    '<strong>bold</strong>',
    '10<sup>4</sup>',
    'H<sub>2</sub>O',
    'S$12 and S$30',
    '$5/kg',
    '<img src="/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png" alt="\\(x\\)">',
  ),
);
/** A table with as many columns as a table of short answers, from which it must be distinguished. */
const table = fc
  .array(fc.tuple(piece, piece, piece), { minLength: 1, maxLength: 2 })
  .map(
    (rows) =>
      `<table><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`)
        .join('')}</tbody></table>`,
  );
const rich = fc
  .array(
    fc.oneof(
      fc.array(piece, { maxLength: 4 }).map((parts) => `<p>${parts.join('')}</p>`),
      table,
      latex.map((one) => `<div data-type="block-math" data-latex="${one}"></div>`),
    ),
    { maxLength: 3 },
  )
  .map((parts) => cleanRichText(parts.join('')));
const plain = fc
  .array(fc.constantFrom('word', '<b>', '&', '"', ' ', ':', '\\(x\\)', '<td>', '二', 'a  b'), {
    maxLength: 5,
  })
  .map((parts) => cleanText(parts.join('')));
const line = rich.filter((html) => html !== '');

const common = {
  uid: fc.uuid(),
  label: plain.map((text) => text.slice(0, 20).trim()),
  mark: fc.integer({ min: 1, max: 200 }).map((halves) => halves / 2),
  question_body: line,
  hint: plain,
};
const number = fc.constantFrom('3.14 ± 0.005', '-2 ± 1', '3 ± 0');
const shortAnswer = fc.record({
  pre_unit: plain,
  body: fc.oneof(line, number),
  post_unit: plain,
});
const typed = fc.constantFrom('open_ended' as const, 'short_answer' as const);
const option: fc.Arbitrary<QuestionUnit['option']> = fc.constant([]);
const unit = fc
  .oneof(
    fc.record({
      ...common,
      question_type: fc.constant('mcq' as const),
      answer_type: fc.constantFrom('single' as const, 'multiple' as const),
      option: fc.array(
        line.map((content) => ({ label: '', content })),
        { minLength: 2, maxLength: 6 },
      ),
      answer: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      ...common,
      option,
      question_type: typed,
      answer_type: fc.constant('absolute_answer' as const),
      answer: shortAnswer,
    }),
    fc.record({
      ...common,
      option,
      question_type: typed,
      answer_type: fc.constant('short_answer_set' as const),
      answer: fc.array(shortAnswer, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      ...common,
      option,
      question_type: fc.constant('open_ended' as const),
      answer_type: fc.constant('rich_text' as const),
      answer: rich,
    }),
  )
  .map((one) => ({ ...tidyUnit(cleanUnit(one)), uid: one.uid }))
  .filter((one) => unitProblems(one).length === 0);

const anyQuestion: fc.Arbitrary<Question> = fc
  .record({
    _id: fc.uuid({ version: 7 }),
    subject: fc.constantFrom('Mathematics', 'Science'),
    level: fc.subarray([...questionLevels], { minLength: 1 }),
    instruction: plain,
    context: rich,
    unit: fc.uniqueArray(unit, { minLength: 1, maxLength: 3, selector: ({ uid }) => uid }),
    meta: fc.record({
      year: fc.option(fc.integer({ min: 1960, max: 2100 })),
      school: plain,
      topic: plain,
      skill: plain,
      heuristic: plain,
      section: plain,
      is_self_checking: fc.boolean(),
    }),
  })
  .map((said) => ({
    ...said,
    marks: marksOf(said.unit),
    is_archived: false,
    created: '2026-11-20T02:00:00.000Z',
    created_by: { _id: said._id, name: 'Nadia Tan' },
    updated: '2026-11-20T02:00:00.000Z',
    version: 1,
  }));

const said = ({
  subject,
  level,
  instruction,
  context,
  unit: units,
  meta,
}: Omit<Question, 'marks'>) => ({
  subject,
  level,
  instruction,
  context,
  unit: units,
  meta,
});

describe('an export of ours', () => {
  test('is read back unchanged for any content', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyQuestion, { maxLength: 3, selector: ({ _id }) => _id }),
        (questions) => {
          questions.forEach((question) => questionSchema.parse(question));
          const file = `${moodleHead}${questions.map((question) => toMoodle(question)).join('')}${moodleEnd}`;
          const read = fromMoodle(readXml(file), {});
          expect(read.map(({ problems, notes }) => [...problems, ...notes])).toEqual(
            questions.map(() => []),
          );
          const kept = read.map(({ body }) => {
            const written = createQuestionSchema.parse(body);
            return {
              ...written,
              context: cleanRichText(written.context),
              unit: written.unit.map((one) => ({ ...tidyUnit(cleanUnit(one)), uid: one.uid })),
            };
          });
          expect(kept.map((one) => said(one as never))).toEqual(questions.map(said));
        },
      ),
      { numRuns: someOf(300) },
    );
  });

  test('has only its formulas in Moodle’s delimiters', () => {
    const html = String.raw`<p>Not \(one\): <span data-type="inline-math" data-latex="\frac{1}{2}"></span></p>`;
    const moodle = toMoodleFormulas(html);
    expect(moodle).toContain(String.raw`data-latex="\frac{1}{2}">\(\frac{1}{2}\)</span>`);
    expect(moodle.match(/\\\(/g)).toHaveLength(1);
    expect(cleanRichText(fromMoodleFormulas(moodle))).toBe(html);
  });
});

/** Reading one of these texts again from each of its places would take minutes. */
const mostMilliseconds = 20_000;

const quizOf = (questions: string) => `<?xml version="1.0"?><quiz>${questions}</quiz>`;

describe('a file of another Moodle site', () => {
  const defaults = { subject: 'Mathematics', level: ['primary-6' as const] };

  test('is read: multiple choice, short answer and essay, with formulas', () => {
    const read = fromMoodle(
      readXml(
        quizOf(`
        <question type="category"><category><text>top/P6</text></category></question>
        <question type="multichoice"><name><text>Half</text></name>
          <questiontext format="html"><text><![CDATA[<p>What is \\(\\frac{1}{2} &lt; x\\)?</p>]]></text></questiontext>
          <defaultgrade>2.0000000</defaultgrade><single>false</single>
          <answer fraction="50"><text>A &amp;amp; B</text></answer><answer fraction="-50"><text>no</text></answer>
          <answer fraction="50"><text>\\[y\\]</text></answer></question>
        <question type="shortanswer"><name><text>Sum</text></name><questiontext><text>1 + 1</text></questiontext>
          <answer fraction="50"><text>zwei</text></answer><answer fraction="100"><text>2 &lt; 3</text></answer></question>
        <question type="essay"><questiontext><text>Why?</text></questiontext><graderinfo><text>Since</text></graderinfo></question>`),
      ),
      defaults,
    );
    expect(read.map(({ body }) => createQuestionSchema.parse(body))).toMatchObject([
      {
        ...defaults,
        unit: [
          {
            mark: 2,
            answer_type: 'multiple',
            question_body:
              '<p>What is <span data-type="inline-math" data-latex="\\frac{1}{2} &lt; x"></span>?</p>',
            option: [
              { content: 'A &amp; B' },
              { content: 'no' },
              { content: '<div data-type="block-math" data-latex="y"></div>' },
            ],
            answer: [0, 2],
          },
        ],
      },
      { unit: [{ answer_type: 'absolute_answer', answer: { body: '2 &lt; 3' } }] },
      { unit: [{ answer_type: 'rich_text', answer: 'Since' }] },
    ]);
    expect(read.map(({ name }) => name)).toEqual(['Half', 'Sum', 'Why?']);
  });

  test('reports unreadable parts with the reason', () => {
    const read = fromMoodle(
      readXml(
        quizOf(`<question type="ddwtos"><name><text>Pairs</text></name></question>
          <question type="essay"><name><text>Map</text></name><defaultgrade>1.3</defaultgrade>
            <questiontext><text>&lt;img src="@@PLUGINFILE@@/map.png"&gt; Where?</text></questiontext></question>`),
      ),
      defaults,
    );
    expect(read.map(({ name, problems, notes }) => [name, problems, notes])).toEqual([
      ['Pairs', ['Questions of the type “ddwtos” are not supported'], []],
      [
        'Map',
        [],
        ['1.3 marks are read as 1.5', 'The picture “map.png” is left out: it is not in the file'],
      ],
    ]);
  });
});

test.each([
  ['tags that never end', '<'.repeat(1_000_000)],
  ['formulas that never end', String.raw`\( x `.repeat(300_000)],
  ['formulas by themselves that never end', String.raw`\[ x `.repeat(300_000)],
  ['elements that never end', '<span data-latex="x"'.repeat(100_000)],
  ['pictures that never end', '<img alt=""'.repeat(100_000)],
  ['pictures whose text never ends', `<img alt="${' '.repeat(500_000)}x`],
  ['a picture whose text never ends', `<img alt="${' x'.repeat(500_000)}>`],
  ['a picture with many sources', `<img ${' src='.repeat(200_000)}>`],
  ['dollars that never end', '$$ x '.repeat(300_001)],
  ['dollars alone', '$'.repeat(1_000_001)],
  ['paragraphs before a formula', '<p>   '.repeat(200_000)],
  ['rows that never end', '<tr><td>x</td><td>'.repeat(100_000)],
])('a text with %s is read in seconds', (_what, text) => {
  const tags = '<tags><tag><text>answers: table</text></tag></tags>';
  const html = `<text><![CDATA[${text}]]></text>`;
  const question = `<question type="essay"><questiontext>${html}</questiontext><graderinfo>${html}</graderinfo>${tags}</question>`;
  const began = performance.now();
  expect(fromMoodle(readXml(quizOf(question)), {})).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(mostMilliseconds);
});

describe('XML', () => {
  test.each([
    ['', 'no element'],
    ['words', 'begin with an element'],
    ['<a>', '<a> has no end'],
    ['<a></b>', '</b> has no start tag'],
    ['<a/><b/>', 'more than one element'],
    ['<a b=c/>', 'not a valid tag'],
    ['<a><![CDATA[x</a>', 'CDATA section has no end'],
    ['<a>&nbsp;</a>', 'entity &nbsp; is not known'],
    ['<a>&valueOf;</a>', 'entity &valueOf; is not known'],
    ['<a>&</a>', 'An & must be written as'],
    ['<a>&#0;</a>', 'not known'],
    ['<a>&#xd800;</a>', 'not known'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type'],
    ['<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>', 'document type'],
    [`${'<a>'.repeat(30)}${'</a>'.repeat(30)}`, 'nested too deep'],
    [
      `<a ${Array.from({ length: 30 }, (_, index) => `b${index}="x"`).join(' ')}/>`,
      'too many attributes',
    ],
  ])('%s is refused: %s', (xml, why) => {
    expect(() => readXml(xml)).toThrow(XmlProblem);
    expect(() => readXml(xml)).toThrow(why);
  });

  test('reads text, entities, CDATA, comments and attributes, without interpreting decoded text again', () => {
    expect(
      readXml(
        '\ufeff<?xml version="1.0"?><!-- x --><a b="1 &amp; 2" c=\'"\'>x &lt;&#65;&#x1F600;<![CDATA[<b>&amp;]]><d/></a>',
      ),
    ).toEqual({
      name: 'a',
      attributes: { b: '1 & 2', c: '"' },
      text: 'x <A😀<b>&amp;',
      children: [{ name: 'd', attributes: {}, text: '', children: [] }],
    });
  });

  test('decodes escaped text to the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const kept = text.replaceAll(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
        expect(readXml(`<a b="${xmlText(text)}">${xmlText(text)}</a>`)).toMatchObject({
          text: kept,
          attributes: { b: kept },
        });
      }),
    );
  });

  test.each([
    ['tags that never end', '<a '.repeat(1_000_000)],
    ['one long attribute', `<a b="${'x'.repeat(4_000_000)}`],
    ['spaces in a tag', `<a${' '.repeat(4_000_000)}`],
    ['ampersands', `<a>${'&'.repeat(4_000_000)}</a>`],
    ['many elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
    ['many comments', `<a>${'<!---->'.repeat(500_000)}`],
  ])('with %s is refused in seconds', (_what, xml) => {
    const began = performance.now();
    expect(() => readXml(xml)).toThrow(XmlProblem);
    expect(performance.now() - began).toBeLessThan(mostMilliseconds);
  });
});
