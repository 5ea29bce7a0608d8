import {
  optionLabel,
  type ShortAnswer,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { plainTextOf } from 'staffroom-contract/shared/rich-text.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { fromMoodleFormulas } from './moodle-formulas.ts';
import { readFormatted, readHtml, type Reading } from './moodle-pictures.ts';
import { childrenOf, htmlOf, plainOf, textIn, textOf } from './moodle-text.ts';
import type { XmlElement } from './read-xml.ts';

/** Values of the tags that our own files use for data that Moodle lacks. */
export type OurTags = { all: (name: string) => string[]; one: (name: string) => string };

/** A question being read: its element, our tags in it, and what was found so far. */
export type ReadFrom = { element: XmlElement; tags: OurTags; reading: Reading };

/** Options and answer of a unit; `asked` is appended to the question body. */
type ReadAnswer = { answer: object; asked?: string };

type Read = (from: ReadFrom) => ReadAnswer;

/** Readers of the answers of each supported Moodle question type, except description. */
export const readAnswers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['multichoice', (from) => ({ answer: choiceOf(from) })],
  ['truefalse', (from) => ({ answer: trueOrFalse(from) })],
  ['shortanswer', (from) => ({ answer: wordsOf(from) })],
  ['numerical', (from) => ({ answer: numberOf(from) })],
  ['matching', (from) => pairsOf(from)],
  ['essay', (from) => ({ answer: essayOf(from) })],
]);

type Answer = { element: XmlElement; fraction: number };

const answersIn = (element: XmlElement): Answer[] =>
  childrenOf(element, 'answer').map((answer) => ({
    element: answer,
    fraction: Number(answer.attributes['fraction'] ?? 0),
  }));

const percent = (fraction: number) => `${Number(fraction.toFixed(1))} %`;
const quoted = (words: string) => `“${words.slice(0, 60)}”`;
const listed = (all: readonly string[]) =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;

const choiceOf = ({ element, reading }: ReadFrom) => {
  const answers = answersIn(element);
  const isSingle = /^(true|1)$/.test(textIn(element, 'single'));
  const credited = answers.flatMap(({ fraction }, index) => (fraction > 0 ? [index] : []));
  const best = answers.reduce((most, { fraction }) => Math.max(most, fraction), 0);
  const right = isSingle
    ? credited.filter((index) => answers[index]?.fraction === best).slice(0, 1)
    : credited;
  const shareOf = (index: number) => percent(answers[index]?.fraction ?? 0);
  const { notes } = reading;
  for (const index of credited)
    if (!right.includes(index))
      notes.push(
        `Option ${optionLabel(index)} is worth ${shareOf(index)} in Moodle: here only ${right.map(optionLabel).join()} is right`,
      );
  const shares = right.map(shareOf);
  if (!isSingle && new Set(shares).size > 1)
    notes.push(`The shares of the right options are left out: ${listed(shares)}`);
  const costs = answers.flatMap(({ fraction }, index) =>
    fraction < 0 ? [`${optionLabel(index)} ${percent(fraction)}`] : [],
  );
  if (costs.length > 0)
    notes.push(`The negative marks of wrong options are left out: ${listed(costs.slice(0, 26))}`);
  return {
    answer_type: isSingle ? 'single' : 'multiple',
    option: answers.map((answer) => ({ content: readFormatted(answer.element, reading) })),
    answer: right,
  };
};

const trueOrFalse = ({ element }: ReadFrom) => {
  const answers = answersIn(element);
  const isTrue = (answer: Answer) => textIn(answer.element, 'text').toLowerCase() === 'true';
  return {
    answer_type: 'single',
    option: answers.map((answer) => ({ content: isTrue(answer) ? 'True' : 'False' })),
    answer: answers.flatMap(({ fraction }, index) => (fraction > 0 ? [index] : [])).slice(0, 1),
  };
};

const typeOf = ({ tags }: ReadFrom) => ({
  question_type: tags.one('type') === 'short_answer' ? 'short_answer' : 'open_ended',
});

/** Returns the best answer; adds a note about other answers that get marks in Moodle. */
const bestOf = ({ element, reading }: ReadFrom): Answer | undefined => {
  const [best, ...others] = answersIn(element).toSorted((a, b) => b.fraction - a.fraction);
  const accepted = others
    .filter(({ fraction }) => fraction > 0)
    .map((other) => `${quoted(textIn(other.element, 'text'))} (${percent(other.fraction)})`);
  if (accepted.length > 0)
    reading.notes.push(
      `Other answers that Moodle accepts are left out: ${listed(accepted.slice(0, 10))}`,
    );
  return best;
};

const wordsOf = (from: ReadFrom) => {
  const { element, tags, reading } = from;
  const best = bestOf(from)?.element;
  if (textIn(element, 'usecase') === '1') reading.notes.push('Case sensitivity is left out');
  const body =
    best?.attributes['format'] === 'html'
      ? readFormatted(best, reading)
      : htmlOf(best ? textIn(best, 'text') : '');
  return {
    ...typeOf(from),
    answer_type: 'absolute_answer',
    answer: { pre_unit: tags.one('before'), body, post_unit: tags.one('after') },
  };
};

/** The number, with its tolerance as "3.14 ± 0.005", and the base unit (multiplier 1). */
const numberOf = (from: ReadFrom) => {
  const { element, tags, reading } = from;
  const best = bestOf(from)?.element;
  const number = best ? textIn(best, 'text') : '';
  const tolerance = best ? textIn(best, 'tolerance') : '';
  const body = Number(tolerance) > 0 ? `${number} ± ${tolerance}` : number;
  const units = childrenOf(element, 'units')
    .flatMap((all) => childrenOf(all, 'unit'))
    .map((unit) => ({
      name: textIn(unit, 'unit_name'),
      isOne: Number(textIn(unit, 'multiplier')) === 1,
    }));
  const own = units.find(({ isOne }) => isOne)?.name ?? '';
  const others = units.filter(({ name }) => name !== own).map(({ name }) => quoted(name));
  if (others.length > 0)
    reading.notes.push(`Other units that Moodle accepts are left out: ${listed(others)}`);
  const isBefore = textIn(element, 'unitsleft') === '1';
  return {
    ...typeOf(from),
    answer_type: 'absolute_answer',
    answer: {
      pre_unit: tags.one('before') || (isBefore ? own : ''),
      body: htmlOf(body),
      post_unit: tags.one('after') || (isBefore ? '' : own),
    },
  };
};

const alphabet = new Intl.Collator('en', { numeric: true });

/** Converts pairs to numbered short answers; the numbers and choices follow the question, as paper has no menus. */
const pairsOf = (from: ReadFrom): ReadAnswer => {
  const { element, reading } = from;
  const pairs = childrenOf(element, 'subquestion').map((pair) => ({
    asked: readFormatted(pair, reading),
    answer: textOf(pair, 'answer'),
  }));
  const numbered = pairs.filter(({ asked }) => asked.trim() !== '');
  const words = [...new Set(pairs.map(({ answer }) => answer))].toSorted(alphabet.compare);
  const items = numbered.map(({ asked }) => `<li>${asked}</li>`).join('');
  return {
    asked: `<ol>${items}</ol><p>Choose from: ${words.map(htmlOf).join('; ')}</p>`,
    answer: {
      ...typeOf(from),
      answer_type: 'short_answer_set',
      answer: numbered.map(({ answer }, index) => ({
        pre_unit: `${index + 1}.`,
        body: htmlOf(answer),
        post_unit: '',
      })),
    },
  };
};

const essayOf = (from: ReadFrom) => {
  const { element, tags, reading } = from;
  const [model] = childrenOf(element, 'graderinfo');
  if (textOf(element, 'responsetemplate') !== '')
    reading.notes.push('The template of the answer is left out');
  const html = readHtml(model, reading);
  return tags.one('answers') === 'table'
    ? { ...typeOf(from), answer_type: 'short_answer_set', answer: rowsIn(html) }
    : { answer_type: 'rich_text', answer: fromMoodleFormulas(html) };
};

/** The short answers from the three-column tables that our own files use. */
const rowsIn = (html: string): ShortAnswer[] =>
  outerRows(html).flatMap((cells) => {
    const [before, body, after, ...more] = cells;
    return before === undefined || body === undefined || after === undefined || more.length > 0
      ? []
      : [{ pre_unit: plainOf(before), body: fromMoodleFormulas(body), post_unit: plainOf(after) }];
  });

const tableTag = /<(\/?)(table|tr|td)(?:\s[^<>]*)?>/gi;

/** The cells of each row of the outer table; a nested table is part of its cell. */
const outerRows = (html: string): string[][] => {
  const rows: string[][] = [];
  let depth = 0;
  let cell: number | undefined;
  for (const { index, 0: tag, 1: slash, 2: name = '' } of html.matchAll(tableTag)) {
    const isEnd = slash !== '';
    const element = name.toLowerCase();
    if (element === 'table') depth += isEnd ? -1 : 1;
    else if (depth !== 1) continue;
    else if (element === 'tr' && !isEnd) rows.push([]);
    else if (element === 'td' && !isEnd) cell = index + tag.length;
    else if (element === 'td' && cell !== undefined) {
      rows.at(-1)?.push(html.slice(cell, index));
      cell = undefined;
    }
  }
  return rows;
};

/** Hints, as plain text. */
export const hintOf = ({ element, reading }: ReadFrom): string =>
  childrenOf(element, 'hint')
    .map((hint) => {
      const text = textIn(hint, 'text');
      // A longer text is not cleaned; validation refuses it by its length.
      if (hint.attributes['format'] === 'plain_text' || text.length > 50_000) return text;
      if (/<img\s/i.test(text)) reading.notes.push('The pictures of the hint are left out');
      return plainTextOf(cleanRichText(fromMoodleFormulas(text)));
    })
    .filter((text) => text !== '')
    .join('\n');
