import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  Question,
  QuestionUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { tidyUnit } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { someOf } from '../../../test/walk.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { moodleEnd, moodleHead, toMoodle } from './moodle.ts';
import type { TagRow } from './question-bank.schema.ts';
import { readQuestionFile } from './read-question-file.ts';

/** Formatted text from other programs, with the form that the bank stores. */
const pieces: readonly (readonly [pasted: string, kept: string])[] = [
  [`<span style='font-size:12.0pt'>10<sup>4</sup><o:p></o:p></span>`, '10<sup>4</sup>'],
  ['<span style="font-size:0.6em;vertical-align:super;">2</span>', '<sup>2</sup>'],
  ['H<span style="vertical-align:sub">2</span>O', 'H<sub>2</sub>O'],
  ['<b>bold</b>', '<strong>bold</strong>'],
  ['S$12 and S$30', 'S$12 and S$30'],
  ['US$5, A$6, $5/kg', 'US$5, A$6, $5/kg'],
  ['$5', '$5'],
  ['5 &lt; 6 &amp; 7', '5 &lt; 6 &amp; 7'],
  [
    String.raw`<span data-type="inline-math" data-latex="\frac{1}{2} &lt; x"></span>`,
    String.raw`<span data-type="inline-math" data-latex="\frac{1}{2} &lt; x"></span>`,
  ],
];
const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => ({
  pasted: parts.map(([pasted]) => pasted).join(' '),
  kept: parts.map(([, kept]) => kept).join(' '),
}));
const paragraph = line.map(({ pasted, kept }) => ({
  pasted: `<p class=MsoNormal>${pasted}</p>`,
  kept: `<p>${kept}</p>`,
}));
const table = fc.array(fc.tuple(line, line, line), { minLength: 1, maxLength: 3 }).map((rows) => {
  const of = (open: string, cell: string, what: 'pasted' | 'kept') =>
    `${open}${rows
      .map((cells) => `<tr>${cells.map((one) => `${cell}<p>${one[what]}</p></td>`).join('')}</tr>`)
      .join('')}</tbody></table>`;
  return {
    pasted: of('<table class=MsoTableGrid border=1><tbody>', '<td width=208 valign=top>', 'pasted'),
    kept: of('<table><tbody>', '<td>', 'kept'),
  };
});
const formula = fc.constantFrom('x^2', String.raw`\frac{a}{b}`).map((latex) => {
  const html = `<div data-type="block-math" data-latex="${latex}"></div>`;
  return { pasted: html, kept: html };
});
const text = fc
  .array(fc.oneof(paragraph, table, formula), { minLength: 1, maxLength: 3 })
  .map((blocks) => ({
    pasted: blocks.map(({ pasted }) => pasted).join(''),
    kept: blocks.map(({ kept }) => kept).join(''),
  }));

const common = { uid: 'a', label: '', mark: 1, hint: '', option: [] };
const meta = { topic: '', skill: '', heuristic: '', section: '' };

/** A saved question with these texts; a short answer of one paragraph is stored without the paragraph. */
const questionOf = (context: string, body: string, answers: readonly string[]): Question => ({
  _id: '01900000-0000-7000-8000-000000000000',
  subject: 'Mathematics',
  level: ['primary-6'],
  instruction: '',
  context,
  unit: [
    {
      ...common,
      question_body: body,
      question_type: 'open_ended',
      answer_type: 'short_answer_set',
      answer: answers.map((one) => ({ pre_unit: 'A', body: one, post_unit: 'cm' })),
    },
    {
      ...common,
      uid: 'b',
      question_body: body,
      question_type: 'open_ended',
      answer_type: 'absolute_answer',
      answer: { pre_unit: '', body: answers[0] ?? '', post_unit: '' },
    },
  ].map((unit) => tidyUnit(unit as QuestionUnit)),
  meta: { ...meta, year: null, school: '', is_self_checking: false },
  marks: 2,
  is_archived: false,
  created: '2026-11-20T02:00:00.000Z',
  created_by: { _id: '01900000-0000-7000-8000-000000000001', name: 'Nadia Tan' },
  updated: '2026-11-20T02:00:00.000Z',
  version: 1,
});

const now = new Date('2026-11-20');
const subject: TagRow = {
  id: '01900000-0000-7000-8000-000000000002',
  kind: 'subject',
  parentId: null,
  name: 'Mathematics',
  place: 0,
  isRetired: false,
  created: now,
  updated: now,
  version: 1,
};

const imported = (content: string) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ content }));
  const by = { actorId: '', now };
  return readQuestionFile({ bytes, tags: [subject], by }).judged;
};

test('pasted text is unchanged after saving, exporting and importing, as JSON and for Moodle', () => {
  fc.assert(
    fc.property(text, text, fc.array(text, { minLength: 1, maxLength: 3 }), (...texts) => {
      const [context, body, answers] = texts;
      const saved = questionOf(
        cleanRichText(context.pasted),
        cleanRichText(body.pasted),
        answers.map((answer) => cleanRichText(answer.pasted)),
      );
      const kept = questionOf(
        context.kept,
        body.kept,
        answers.map((answer) => answer.kept),
      );
      expect(saved).toEqual(kept);
      const json = JSON.stringify({ data: [saved], count: 1 });
      const moodle = `${moodleHead}${toMoodle(saved)}${moodleEnd}`;
      for (const content of [json, moodle])
        expect(imported(content)).toMatchObject([
          { problems: [], notes: [], state: { context: kept.context, unit: kept.unit } },
        ]);
    }),
    { numRuns: someOf(200) },
  );
});
