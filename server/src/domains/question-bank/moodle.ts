import type {
  Question,
  QuestionUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import type { ShortAnswer } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { imagePath, plainTextOf } from 'staffroom-contract/shared/rich-text.ts';
import { toMoodleFormulas } from './moodle-formulas.ts';
import { between, escaped, numericalAnswer, shortAnswerOf } from './moodle-text.ts';
import { xmlText } from './read-xml.ts';

/** Moodle XML, a question per unit; tags carry what Moodle lacks, so that our files are read back (`fromMoodle`). */
export const moodleHead = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
export const moodleEnd = '</quiz>\n';

/** Base64 contents of pictures, by address. */
export type Pictures = ReadonlyMap<string, string>;

/** Returns the addresses of the pictures in a question's texts. */
export const picturesIn = ({ context, unit }: Pick<Question, 'context' | 'unit'>): string[] => [
  ...new Set(
    [...`${context} ${JSON.stringify(unit)}`.matchAll(pictureAddress)].map(([address]) => address),
  ),
];

const pictureAddress = new RegExp(`${imagePath}[0-9a-f-]{36}[.](?:jpg|png)`, 'g');

/** Converts a question to Moodle XML with its pictures. A picture without contents keeps its address. */
export const toMoodle = (question: Question, pictures: Pictures = new Map()): string =>
  question.unit.map((unit, index) => moodleUnit(question, unit, index, pictures)).join('');

const moodleUnit = (question: Question, unit: QuestionUnit, index: number, pictures: Pictures) => {
  const context = toMoodleFormulas(question.context);
  const asked = toMoodleFormulas(unit.question_body);
  const { type, answer, tags } = moodleAnswer(unit, pictures);
  const name = [plainTextOf(question.context || unit.question_body).slice(0, 60), unit.label];
  return [
    `<question type="${type}">`,
    `<name>${textElement(name.filter(Boolean).join(' '))}</name>`,
    `<questiontext format="html">${formattedText(context === '' ? asked : `${context}${between}${asked}`, pictures)}</questiontext>`,
    `<defaultgrade>${unit.mark}</defaultgrade>`,
    `<idnumber>${question._id}/${index}</idnumber>`,
    ...answer,
    ...(unit.hint === '' ? [] : [`<hint format="plain_text">${textElement(unit.hint)}</hint>`]),
    `<tags>${[...questionTags(question), ...unitTags(unit), ...tags].map(tagElement).join('')}</tags>`,
    '</question>\n',
  ].join('\n');
};

const textElement = (text: string) => `<text>${xmlText(text)}</text>`;

/** A formatted text with its pictures as separate files. */
const formattedText = (html: string, pictures: Pictures) => {
  const files = new Map<string, string>();
  const text = html.replaceAll(pictureTag, (tag, start: string, address: string) => {
    const content = pictures.get(address);
    if (content === undefined) return tag;
    const name = address.slice(imagePath.length);
    files.set(name, content);
    return `${start}@@PLUGINFILE@@/${name}"`;
  });
  return [
    textElement(text),
    ...[...files].map(
      ([name, content]) => `<file name="${name}" path="/" encoding="base64">${content}</file>`,
    ),
  ].join('\n');
};

const pictureTag = new RegExp(`(<img src=")(${imagePath}[^"]+)"`, 'g');

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
  type: 'multichoice' | 'shortanswer' | 'numerical' | 'essay';
  answer: string[];
  tags: (readonly [string, string])[];
};

const moodleAnswer = (unit: QuestionUnit, pictures: Pictures): MoodleAnswer => {
  if (unit.answer_type === 'single' || unit.answer_type === 'multiple')
    return {
      type: 'multichoice',
      answer: [
        `<single>${unit.answer_type === 'single'}</single>`,
        '<shuffleanswers>false</shuffleanswers>',
        '<answernumbering>ABCD</answernumbering>',
        ...unit.option.map(
          ({ content }, index) =>
            `<answer fraction="${unit.answer.includes(index) ? share(unit.answer.length) : 0}" format="html">${formattedText(toMoodleFormulas(content), pictures)}</answer>`,
        ),
      ],
      tags: [],
    };
  if (unit.answer_type === 'absolute_answer') {
    const { pre_unit, body, post_unit } = unit.answer;
    const [, number, tolerance] = numericalAnswer.exec(body) ?? [];
    const isNumerical = Number(tolerance) > 0;
    return {
      type: isNumerical ? 'numerical' : 'shortanswer',
      answer: isNumerical
        ? [
            `<answer fraction="100">${textElement(number ?? '')}<tolerance>${tolerance}</tolerance></answer>`,
          ]
        : ['<usecase>0</usecase>', shortAnswerElement(body, pictures)],
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
      `<graderinfo format="html">${formattedText(unit.answer_type === 'short_answer_set' ? tableOf(unit.answer) : toMoodleFormulas(unit.answer), pictures)}</graderinfo>`,
    ],
    tags: isSet ? [['answers', 'table']] : [],
  };
};

/** Moodle gives shares of several right options with five decimals. */
const share = (right: number) => Number((100 / right).toFixed(5));

/** Moodle compares short answers as plain text; others stay formatted. */
const shortAnswerElement = (kept: string, pictures: Pictures) => {
  const { isPlain, text } = shortAnswerOf(kept);
  return isPlain
    ? `<answer fraction="100" format="plain_text">${textElement(text)}</answer>`
    : `<answer fraction="100" format="html">${formattedText(text, pictures)}</answer>`;
};

const tableOf = (answers: readonly ShortAnswer[]) =>
  `<table>${answers
    .map(({ pre_unit, body, post_unit }) =>
      [escaped(pre_unit), toMoodleFormulas(body), escaped(post_unit)]
        .map((cell) => `<td>${cell}</td>`)
        .join(''),
    )
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</table>`;
