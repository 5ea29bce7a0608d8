import type { ImportedCategory } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import type { TagRow } from './question-bank.schema.ts';
import type { MoodleQuestion } from './read-moodle.ts';

type Chosen = readonly { name: string; topic: string }[];

/**
 * Gives each Moodle question without a topic one by its category: the chosen topic, otherwise the topic of its subject
 * named by the last matching part of the path. Returns the questions, and the categories with their topics.
 */
export const withTopics = (
  questions: readonly MoodleQuestion[],
  tags: readonly TagRow[],
  chosen: Chosen,
): { questions: MoodleQuestion[]; category: ImportedCategory[] } => {
  const category = new Map<string, ImportedCategory>();
  const topics = new Map(chosen.map(({ name, topic }) => [name, topic]));
  const placed = questions.map((question) => {
    const { body, category: name } = question;
    if (!body || name === '' || body.meta.topic !== '') return question;
    const topic = topics.get(name) ?? topicNamed(tags, body.subject, name);
    const known = category.get(name) ?? { name, subject: body.subject ?? '', questions: 0, topic };
    category.set(name, { ...known, questions: known.questions + 1 });
    return { ...question, body: { ...body, meta: { ...body.meta, topic } } };
  });
  return { questions: placed, category: [...category.values()] };
};

/** The topic of a subject that a path names: "Ratio" for "P6 / 03. ratio". */
const topicNamed = (tags: readonly TagRow[], subject: string | undefined, path: string): string => {
  const root = tags.find(({ kind, name }) => kind === 'subject' && name === subject);
  const topics = tags.filter(
    ({ kind, parentId, isRetired }) => kind === 'topic' && parentId === root?.id && !isRetired,
  );
  for (const part of path.split(' / ').toReversed()) {
    const found = topics.find(({ name }) => plainName(name) === plainName(part));
    if (root && found) return found.name;
  }
  return '';
};

/** Letters and digits in lower case, without a leading number. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^\d+ /, '');
