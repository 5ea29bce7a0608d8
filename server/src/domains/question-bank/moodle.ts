import type {
  CreateQuestion,
  Question,
  QuestionUnit,
} from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import type { ShortAnswer } from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import { withExcessAsText } from '@staffroom/contract/shared/formulas.ts';
import { plainTextOf } from '@staffroom/contract/shared/rich-text.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { fromMoodleFormulas, toMoodleFormulas } from './moodle-formulas.ts';
import { xmlText, type XmlElement } from './read-xml.ts';

/**
 * Questions as Moodle's XML has them, one for each unit: multiple choice, short answer, essay. What Moodle has no place
 * for stands in tags, by which our own files read back as they were.
 */
export const moodleHead = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
export const moodleEnd = '</quiz>\n';

/** Where the context ends and the unit begins; without it all is the unit's. */
const between = '<!--unit-->';

/** A question for Moodle. */
export const toMoodle = (question: Question): string =>
  question.unit.map((unit, index) => moodleUnit(question, unit, index)).join('');

const moodleUnit = (question: Question, unit: QuestionUnit, index: number) => {
  const context = toMoodleFormulas(question.context);
  const asked = toMoodleFormulas(unit.question_body);
  const { type, answer, tags } = moodleAnswer(unit);
  const name = [plainTextOf(question.context || unit.question_body).slice(0, 60), unit.label];
  return [
    `<question type="${type}">`,
    `<name>${textElement(name.filter(Boolean).join(' '))}</name>`,
    `<questiontext format="html">${textElement(context === '' ? asked : `${context}${between}${asked}`)}</questiontext>`,
    `<defaultgrade>${unit.mark}</defaultgrade>`,
    `<idnumber>${question._id}/${index}</idnumber>`,
    ...answer,
    ...(unit.hint === '' ? [] : [`<hint format="plain_text">${textElement(unit.hint)}</hint>`]),
    `<tags>${[...questionTags(question), ...unitTags(unit), ...tags].map(tagElement).join('')}</tags>`,
    '</question>\n',
  ].join('\n');
};

const textElement = (text: string) => `<text>${xmlText(text)}</text>`;
const tagElement = ([name, value]: readonly [string, string]) =>
  `<tag>${textElement(`${name}: ${value}`)}</tag>`;

const questionTags = ({ subject, level, instruction, meta }: Question) =>
  [
    ['subject', subject] as const,
    ...level.map((one) => ['level', one] as const),
    ['instruction', instruction] as const,
    ['year', meta.year === null ? '' : String(meta.year)] as const,
    ['school', meta.school] as const,
    ['topic', meta.topic] as const,
    ['skill', meta.skill] as const,
    ['heuristic', meta.heuristic] as const,
    ['section', meta.section] as const,
    ['self checking', meta.is_self_checking ? 'yes' : ''] as const,
  ].filter(([, value]) => value !== '');

const unitTags = ({ uid, label, question_type: type }: QuestionUnit) =>
  [['uid', uid] as const, ['label', label] as const, ['type', type] as const].filter(
    ([, value]) => value !== '',
  );

type MoodleAnswer = {
  type: 'multichoice' | 'shortanswer' | 'essay';
  answer: string[];
  tags: (readonly [string, string])[];
};

const moodleAnswer = (unit: QuestionUnit): MoodleAnswer => {
  if (unit.answer_type === 'single' || unit.answer_type === 'multiple')
    return {
      type: 'multichoice',
      answer: [
        `<single>${unit.answer_type === 'single'}</single>`,
        '<shuffleanswers>false</shuffleanswers>',
        '<answernumbering>ABCD</answernumbering>',
        ...unit.option.map(
          ({ content }, index) =>
            `<answer fraction="${unit.answer.includes(index) ? share(unit.answer.length) : 0}" format="html">${textElement(toMoodleFormulas(content))}</answer>`,
        ),
      ],
      tags: [],
    };
  if (unit.answer_type === 'absolute_answer') {
    const { pre_unit, body, post_unit } = unit.answer;
    return {
      type: 'shortanswer',
      answer: [`<usecase>0</usecase>`, shortAnswerElement(body)],
      tags: [['before', pre_unit] as const, ['after', post_unit] as const].filter(
        ([, value]) => value !== '',
      ),
    };
  }
  const isSet = unit.answer_type === 'short_answer_set';
  return {
    type: 'essay',
    answer: [
      '<responseformat>editor</responseformat>',
      `<graderinfo format="html">${textElement(unit.answer_type === 'short_answer_set' ? tableOf(unit.answer) : toMoodleFormulas(unit.answer))}</graderinfo>`,
    ],
    tags: isSet ? [['answers', 'table']] : [],
  };
};

/** Moodle knows shares of several right options with five decimals. */
const share = (right: number) => Number((100 / right).toFixed(5));

/** Moodle compares short answers as plain text; what is more than that stays formatted. */
const shortAnswerElement = (kept: string) => {
  const body = withExcessAsText(kept);
  const plain = plainOf(body);
  const isPlain = htmlOf(plain) === body;
  return `<answer fraction="100" format="${isPlain ? 'plain_text' : 'html'}">${textElement(isPlain ? plain : toMoodleFormulas(body))}</answer>`;
};

const plainOf = (html: string) =>
  html
    .replaceAll(/<span data-type="inline-math" data-latex="([^"]*)"><\/span>/g, String.raw`\($1\)`)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const htmlOf = (plain: string) => fromMoodleFormulas(escaped(plain));

const escaped = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const tableOf = (answers: readonly ShortAnswer[]) =>
  `<table>${answers
    .map(({ pre_unit, body, post_unit }) =>
      [escaped(pre_unit), toMoodleFormulas(body), escaped(post_unit)]
        .map((cell) => `<td>${cell}</td>`)
        .join(''),
    )
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</table>`;

/** The rows of three cells that `tableOf` wrote. */
const rowsIn = (table: string) =>
  table.split('<tr><td>').flatMap((row) => {
    const [before, body, after, ...more] = (row.split('</td></tr>')[0] ?? '').split('</td><td>');
    return before === undefined || body === undefined || after === undefined || more.length > 0
      ? []
      : [{ pre_unit: plainOf(before), body: fromMoodleFormulas(body), post_unit: plainOf(after) }];
  });

/** A question read from a file: as it would be created, or why it cannot be read, and what was left out of it. */
export type ReadQuestion = {
  name: string;
  body?: unknown;
  problems: string[];
  notes: string[];
};

/** What a file does not say of its questions. */
export type ReadDefaults = Partial<Pick<CreateQuestion, 'subject' | 'level'>>;

type ReadBody = ReturnType<typeof bodyOf> & { context: string; unit: object[] };

/** The questions of a Moodle file; units that we wrote of one question are one again. */
export const fromMoodle = (quiz: XmlElement, defaults: ReadDefaults): ReadQuestion[] => {
  const read: (ReadQuestion & { key: string | undefined; body?: ReadBody })[] = [];
  for (const element of childrenOf(quiz, 'question')) {
    const type = element.attributes['type'] ?? '';
    if (type === 'category') continue;
    const [key, part] = textIn(element, 'idnumber').split('/');
    const last = read.at(-1);
    const name = textOf(element, 'name') || firstWordsOf(textOf(element, 'questiontext'));
    const unit = readUnit(element, type);
    if (typeof unit === 'string') {
      read.push({ key: undefined, name, problems: [unit], notes: [] });
      continue;
    }
    if (part !== undefined && part !== '0' && last?.body && last.key === key) {
      last.body.unit.push(unit.unit);
      last.notes.push(...unit.notes);
      continue;
    }
    read.push({
      key: part === undefined ? undefined : key,
      name,
      problems: [],
      notes: unit.notes,
      body: { ...bodyOf(element, defaults), context: unit.context, unit: [unit.unit] },
    });
  }
  return read.map(({ key: _key, ...one }) => one);
};

/** Returns the words with which HTML of any origin begins, as a name. */
export const firstWordsOf = (html: string): string =>
  plainTextOf(cleanRichText(html.slice(0, 2000))).slice(0, 60);

const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name);

/** What stands in an element of this name, directly or in its `text`. */
const textIn = (element: XmlElement, name: string) =>
  (childrenOf(element, name)[0]?.text ?? '').trim();

const textOf = (element: XmlElement, name: string) => {
  const [child] = childrenOf(element, name);
  return child ? textIn(child, 'text') : '';
};

const tagsIn = (element: XmlElement) => {
  const tags = childrenOf(element, 'tags').flatMap((tags) => childrenOf(tags, 'tag'));
  const found = new Map<string, string[]>();
  for (const tag of tags) {
    const [, name, value] = /^([a-z ]+): ?(.*)$/s.exec(textIn(tag, 'text')) ?? [];
    if (name !== undefined && value !== undefined)
      found.set(name, [...(found.get(name) ?? []), value]);
  }
  return {
    all: (name: string) => found.get(name) ?? [],
    one: (name: string) => found.get(name)?.[0] ?? '',
  };
};

const bodyOf = (element: XmlElement, defaults: ReadDefaults) => {
  const tags = tagsIn(element);
  const levels = tags.all('level');
  const year = tags.one('year');
  return {
    subject: tags.one('subject') || defaults.subject,
    level: levels.length > 0 ? levels : defaults.level,
    instruction: tags.one('instruction'),
    meta: {
      year: /^\d{4}$/.test(year) ? Number(year) : null,
      school: tags.one('school'),
      topic: tags.one('topic'),
      skill: tags.one('skill'),
      heuristic: tags.one('heuristic'),
      section: tags.one('section'),
      is_self_checking: tags.one('self checking') === 'yes',
    },
  };
};

const readUnit = (element: XmlElement, type: string) => {
  const answer = readAnswer(element, type);
  if (typeof answer === 'string') return answer;
  const tags = tagsIn(element);
  const whole = textOf(element, 'questiontext');
  const end = whole.indexOf(between);
  const grade = Number(textIn(element, 'defaultgrade') || 1);
  const uid = tags.one('uid');
  const mark = Math.round(grade * 2) / 2;
  return {
    context: end < 0 ? '' : fromMoodleFormulas(whole.slice(0, end)),
    unit: {
      ...(uid === '' ? {} : { uid }),
      label: tags.one('label'),
      mark,
      question_body: fromMoodleFormulas(end < 0 ? whole : whole.slice(end + between.length)),
      hint: hintOf(element),
      ...answer,
    },
    notes: [
      ...(mark === grade ? [] : [`${grade} marks are read as ${mark}`]),
      ...(/@@PLUGINFILE@@|src\s*=\s*["']?data:/i.test(whole)
        ? ['Its pictures are not read: please add them by hand']
        : []),
    ],
  };
};

const hintOf = (element: XmlElement) => {
  const [hint] = childrenOf(element, 'hint');
  const text = textOf(element, 'hint');
  // What is longer than formatted text may be is refused by its length.
  if (hint?.attributes['format'] === 'plain_text' || text.length > 50_000) return text;
  return plainTextOf(cleanRichText(fromMoodleFormulas(text)));
};

const readAnswer = (element: XmlElement, type: string): object | string => {
  const answers = childrenOf(element, 'answer').map((answer) => ({
    fraction: Number(answer.attributes['fraction'] ?? 0),
    format: answer.attributes['format'] ?? '',
    text: textIn(answer, 'text'),
  }));
  const tags = tagsIn(element);
  if (type === 'multichoice')
    return {
      answer_type: /^(true|1)$/.test(textIn(element, 'single')) ? 'single' : 'multiple',
      option: answers.map(({ text }) => ({ content: fromMoodleFormulas(text) })),
      answer: answers.flatMap(({ fraction }, index) => (fraction > 0 ? [index] : [])),
    };
  const typed = {
    question_type: tags.one('type') === 'short_answer' ? 'short_answer' : 'open_ended',
  };
  if (type === 'shortanswer') {
    const best = answers.toSorted((a, b) => b.fraction - a.fraction)[0];
    const body =
      best && (best.format === 'html' ? fromMoodleFormulas(best.text) : htmlOf(best.text));
    return {
      ...typed,
      answer_type: 'absolute_answer',
      answer: { pre_unit: tags.one('before'), body: body ?? '', post_unit: tags.one('after') },
    };
  }
  if (type !== 'essay') return `Questions of the type “${type.slice(0, 40)}” are not read`;
  const model = textOf(element, 'graderinfo');
  if (tags.one('answers') !== 'table')
    return { answer_type: 'rich_text', answer: fromMoodleFormulas(model) };
  return {
    ...typed,
    answer_type: 'short_answer_set',
    answer: rowsIn(model),
  };
};
