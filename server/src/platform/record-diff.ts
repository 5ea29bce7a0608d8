import type { RecordChange } from 'staffroom-contract/shared/changes.ts';
import { withFormulasInWords } from 'staffroom-contract/shared/formulas.ts';
import { withPowersInWords } from 'staffroom-contract/shared/rich-text.ts';

type Change = RecordChange['changes'][number];

/** Fields that every save changes or that are not part of the record itself. */
const noise = new Set(['_id', 'id', 'created', 'updated', 'version', 'abilities']);

/**
 * Returns the changes between two states of a record by field, with a path such as `parent.name` for inner fields and
 * values as text; null means no value. `before` is null for a new record, `after` for a removed one.
 */
export const diffOf = (before: unknown, after: unknown): Change[] => {
  const from = flatten(before);
  const to = flatten(after);
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter((change) => change.from !== change.to)
    .map(readable)
    .map(shorten);
};

/** A record before and after one step, as JSON. */
export type Step = { before: string | null; after: string | null };

/** The changes of each step; see `diffOf`. */
export const diffsOf = (steps: readonly Step[]): Change[][] =>
  steps.map(({ before, after }) => diffOf(parsed(before), parsed(after)));

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const flatten = (record: unknown): Map<string, string> => {
  const fields = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    // The record itself has an id and a name too, but is not a reference.
    const isGroup = isRecord(value) && (path === '' || nameOf(value) === undefined);
    if (isGroup)
      for (const [key, inner] of Object.entries(value)) {
        if (path !== '' || !noise.has(key)) visit(inner, path === '' ? key : `${path}.${key}`);
      }
    else if (path !== '') {
      const text = textOf(value);
      if (text !== '') fields.set(path, text);
    }
  };
  visit(record, '');
  return fields;
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (isRecord(value)) return nameOf(value) ?? JSON.stringify(value);
  return JSON.stringify(value);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference to another record (`agent`, `referred_by`) is shown by its name. */
const nameOf = (value: Record<string, unknown>) =>
  typeof value['_id'] === 'string' && typeof value['name'] === 'string' ? value['name'] : undefined;

/** The elements of formatted text (`richTextTags`). */
const tags =
  /<\/?(?:p|br|strong|em|u|s|ul|ol|li|a|span|img|iframe|div|su[bp]|table|tbody|t[rhd])(?: [^<>]*)?>/g;

/** Shows formatted text as words, or as stored if only the formatting changed. */
const readable = (change: Change): Change => {
  const from = change.from && wordsOf(change.from);
  const to = change.to && wordsOf(change.to);
  return from === to ? change : { ...change, from, to };
};

const wordsOf = (text: string) => {
  const words = withPowersInWords(withFormulasInWords(text)).replaceAll(tags, ' ');
  if (words === text) return text;
  return words
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

const longest = 300;
const context = 40;

/** Cuts long texts to the part in which they differ. */
const shorten = ({ field, from, to }: Change): Change => {
  const shared = commonStart(from ?? '', to ?? '');
  const start = Math.max(0, shared - context);
  const part = (text: string | null) =>
    text === null || text.length <= longest ? text : excerpt(text, start);
  return { field, from: part(from), to: part(to) };
};

const excerpt = (text: string, start: number) => {
  const first = Math.min(start, text.length - longest);
  const end = first + longest;
  return `${first > 0 ? '…' : ''}${text.slice(first, end)}${end < text.length ? '…' : ''}`.toWellFormed();
};

const commonStart = (a: string, b: string) => {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
};
