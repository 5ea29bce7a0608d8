import type { CreateQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { plainTextOf } from 'staffroom-contract/shared/rich-text.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { hintOf, readAnswers, type OurTags, type ReadFrom } from './moodle-answers.ts';
import { readFormatted, type FilePicture, type Reading } from './moodle-pictures.ts';
import { between, childrenOf, textIn, textOf } from './moodle-text.ts';
import type { XmlElement } from './read-xml.ts';

/** A question read from a file, or why it cannot be read, with notes about what was left out. */
export type ReadQuestion = {
  name: string;
  body?: unknown;
  problems: string[];
  notes: string[];
  /** Moodle's category, "P6 / Fractions"; '' for none. */
  category: string;
  pictures: FilePicture[];
};

/** Values for questions whose file does not set them. */
export type ReadDefaults = Partial<Pick<CreateQuestion, 'subject' | 'level'>>;

/** A question of a Moodle file; its category may give its topic. */
type MoodleBody = ReturnType<typeof bodyOf> & { context: string; unit: object[] };
export type MoodleQuestion = Omit<ReadQuestion, 'body'> & { body?: MoodleBody };

type Description = {
  name: string;
  html: string;
  reading: Reading;
  category: string;
  isUsed: boolean;
};

/**
 * Reads the questions of a Moodle file. Units of one question in our own export are joined again. A description becomes
 * the context of the questions after it, until the next description or category.
 */
export const fromMoodle = (quiz: XmlElement, defaults: ReadDefaults): MoodleQuestion[] => {
  const read: (MoodleQuestion & { key: string | undefined })[] = [];
  const ofFile: Reading['ofFile'] = new Map();
  let category = '';
  let description: Description | undefined;
  const endDescription = () => {
    if (description && !description.isUsed)
      read.push({
        ...refused(description, 'No question follows this description'),
        key: undefined,
      });
    description = undefined;
  };
  for (const element of childrenOf(quiz, 'question')) {
    const type = element.attributes['type'] ?? '';
    if (type === 'category') {
      endDescription();
      category = categoryOf(textOf(element, 'category'));
      continue;
    }
    const name = textOf(element, 'name') || firstWordsOf(textOf(element, 'questiontext'));
    const tags = tagsIn(element);
    const reading: Reading = {
      notes: [],
      pictures: new Set(),
      ofFile,
      isOurs: tags.one('uid') !== '',
    };
    if (type === 'description') {
      endDescription();
      const html = readFormatted(childrenOf(element, 'questiontext')[0], reading);
      noteLeftOut({ element, tags, reading });
      description = { name, html, reading, category, isUsed: false };
      continue;
    }
    const unit = readUnit({ element, tags, reading }, type);
    if (!unit) {
      const problem = `Questions of the type “${type.slice(0, 40)}” are not supported`;
      read.push({ ...refused({ name, category }, problem), key: undefined });
      continue;
    }
    const [key, part] = textIn(element, 'idnumber').split('/');
    const last = read.at(-1);
    if (part !== undefined && part !== '0' && last?.body && last.key === key) {
      last.body.unit.push(unit.unit);
      last.notes.push(...reading.notes);
      last.pictures = [...new Set([...last.pictures, ...reading.pictures])];
      continue;
    }
    if (description) {
      description.isUsed = true;
      reading.notes.unshift(
        `The description “${description.name.slice(0, 60)}” is its context`,
        ...description.reading.notes,
      );
      for (const picture of description.reading.pictures) reading.pictures.add(picture);
    }
    read.push({
      key: part === undefined ? undefined : key,
      name,
      category,
      problems: [],
      notes: reading.notes,
      pictures: [...reading.pictures],
      body: {
        ...bodyOf(tags, defaults),
        context: `${description?.html ?? ''}${unit.context}`,
        unit: [unit.unit],
      },
    });
  }
  endDescription();
  return read.map(({ key: _key, ...one }) => one);
};

const refused = (
  { name, category }: { name: string; category: string },
  problem: string,
): MoodleQuestion => ({ name, category, problems: [problem], notes: [], pictures: [] });

/** Returns the first words of HTML from any source, as a name. */
export const firstWordsOf = (html: string): string =>
  plainTextOf(cleanRichText(html.slice(0, 2000))).slice(0, 60);

/** Returns "P6 / Fractions" for "$course$/top/P6/Fractions"; a double slash is a slash in a name. */
const categoryOf = (path: string): string =>
  path
    .slice(0, 900)
    .replaceAll('//', '\u0001')
    .split('/')
    .map((part) => part.replaceAll('\u0001', '/').trim())
    .filter((part) => part !== '' && part !== 'top' && !/^\$\w+\$$/.test(part))
    .join(' / ');

const ourTags = (
  'subject level instruction year school topic skill heuristic section uid label type before after ' +
  'answers'
)
  .split(' ')
  .concat('self checking');

const tagTexts = (element: XmlElement) =>
  childrenOf(element, 'tags')
    .flatMap((tags) => childrenOf(tags, 'tag'))
    .map((tag) => textIn(tag, 'text'));

const ourTag = (text: string) => {
  const [, name, value] = /^([a-z ]+): ?(.*)$/s.exec(text) ?? [];
  return name !== undefined && value !== undefined && ourTags.includes(name)
    ? { name, value }
    : undefined;
};

const tagsIn = (element: XmlElement): OurTags => {
  const found = new Map<string, string[]>();
  for (const text of tagTexts(element)) {
    const tag = ourTag(text);
    if (tag) found.set(tag.name, [...(found.get(tag.name) ?? []), tag.value]);
  }
  return {
    all: (name) => found.get(name) ?? [],
    one: (name) => found.get(name)?.[0] ?? '',
  };
};

const bodyOf = (tags: OurTags, defaults: ReadDefaults) => {
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

const readUnit = (from: ReadFrom, type: string) => {
  const { element, tags, reading } = from;
  const read = readAnswers.get(type);
  if (!read) return undefined;
  const whole = readFormatted(childrenOf(element, 'questiontext')[0], reading);
  const { answer, asked = '' } = read(from);
  const end = whole.indexOf(between);
  const grade = Number(textIn(element, 'defaultgrade') || 1);
  const uid = tags.one('uid');
  const mark = Math.round(grade * 2) / 2;
  if (mark !== grade) reading.notes.unshift(`${grade} marks are read as ${mark}`);
  const hint = hintOf(from);
  noteLeftOut(from);
  return {
    context: end < 0 ? '' : whole.slice(0, end),
    unit: {
      ...(uid === '' ? {} : { uid }),
      label: tags.one('label'),
      mark,
      question_body: (end < 0 ? whole : whole.slice(end + between.length)) + asked,
      hint,
      ...answer,
    },
  };
};

/** Moodle's default feedback. */
const usualFeedback = /^Your answer is (?:partially )?(?:in)?correct\.$/;

/** Adds notes about content of any question type that the bank cannot store. */
const noteLeftOut = ({ element, reading: { notes } }: ReadFrom) => {
  const wordsOf = (from: XmlElement, name: string) => {
    const text = textOf(from, name);
    return text === '' ? '' : firstWordsOf(text);
  };
  if (wordsOf(element, 'generalfeedback') !== '') notes.push('Its general feedback is left out');
  const combined = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
    .map((name) => wordsOf(element, name))
    .filter((words) => words !== '' && !usualFeedback.test(words));
  if (combined.length > 0) notes.push('Its feedback for right and wrong answers is left out');
  const answers = childrenOf(element, 'answer').filter(
    (answer) => wordsOf(answer, 'feedback') !== '',
  );
  if (answers.length > 0)
    notes.push(
      `The feedback of ${answers.length === 1 ? '1 answer' : `${answers.length} answers`} is left out`,
    );
  const foreign = tagTexts(element).filter((text) => text !== '' && !ourTag(text));
  if (foreign.length > 0)
    notes.push(
      `Its tags are left out: ${foreign
        .slice(0, 10)
        .map((text) => text.slice(0, 40))
        .join(', ')}`,
    );
};
