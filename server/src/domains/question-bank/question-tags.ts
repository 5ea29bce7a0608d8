import type { TagKind } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import type { QuestionRow, TagRow } from './question-bank.schema.ts';

/** A question's tags by name; '' if not set. */
export type TagNames = Record<'topic' | 'skill' | 'heuristic' | 'section', string>;

type TagColumns = Pick<QuestionRow, 'topicId' | 'skillId' | 'heuristicId' | 'sectionId'>;
type Kind = keyof TagNames;

const columnOf = {
  topic: 'topicId',
  skill: 'skillId',
  heuristic: 'heuristicId',
  section: 'sectionId',
} as const satisfies Record<Kind, keyof TagColumns>;

/**
 * Finds a question's tags by their names in its subject, case-insensitively, and returns the problems by field. For an
 * existing question (`row`), tags that are not given are kept if they fit, and its own retired tag may stay.
 */
export const tagsOf = (
  tags: readonly TagRow[],
  subject: string,
  given: Partial<Record<Kind, string | undefined>>,
  { row, at = ['meta'] }: { row?: TagColumns; at?: readonly string[] } = {},
): { columns: TagColumns; problems: ErrorItem[] } => {
  const problems: ErrorItem[] = [];
  const say = (field: string, message: string) =>
    problems.push({ code: 'invalid_value', field, message });
  const root = tags.find(({ kind, name }) => kind === 'subject' && name === subject);
  if (!root) say('subject', `There is no subject ${quoted(subject)}`);

  const nameOf = (kind: Kind) =>
    given[kind] ?? tags.find(({ id }) => id === row?.[columnOf[kind]])?.name ?? '';
  const find = (kind: Kind, parent: TagRow | undefined): string | null => {
    const name = nameOf(kind);
    if (name === '' || !root) return null;
    const field = [...at, kind].join('.');
    if (!parent) {
      if (kind === 'skill') say(field, `Please choose the topic of ${quoted(name)} first`);
      return null;
    }
    const tag = tags.find((one) => isCalled(one, { kind, parent, name }));
    if (!tag) say(field, `There is no ${kind} ${quoted(name)} in ${parent.name}`);
    else if (tag.isRetired && tag.id !== row?.[columnOf[kind]])
      say(field, `${quoted(tag.name)} is not used any more`);
    return tag?.id ?? null;
  };
  const topicId = find('topic', root);
  const topic = tags.find(({ id }) => id === topicId);
  const columns = {
    topicId,
    skillId: topic || nameOf('topic') === '' ? find('skill', topic) : null,
    heuristicId: find('heuristic', root),
    sectionId: find('section', root),
  };
  return { columns, problems };
};

const isCalled = (
  tag: TagRow,
  { kind, parent, name }: { kind: TagKind; parent: TagRow; name: string },
) =>
  tag.kind === kind && tag.parentId === parent.id && tag.name.toLowerCase() === name.toLowerCase();

const quoted = (name: string) => `“${name}”`;
