import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { withFormulasInWords } from '@staffroom/contract/shared/formulas.ts';

type Change = RecordChange['changes'][number];

/** What every save moves or what says nothing about the record itself. */
const noise = new Set(['_id', 'id', 'created', 'updated', 'version', 'abilities']);

/**
 * What changed from one state of a record to the next, field by field: `parent.name` for a field within,
 * values as text, null where there is nothing. A new record's `before` is null, a removed one's `after`.
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

/** The changes of each step, see `diffOf`. */
export const diffsOf = (steps: readonly Step[]): Change[][] =>
  steps.map(({ before, after }) => diffOf(parsed(before), parsed(after)));

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const flatten = (record: unknown): Map<string, string> => {
  const fields = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    // The record itself has an id and a name too; it is never shown as a reference.
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

/** A reference to another record (`agent`, `referred_by`) is shown by that record's name. */
const nameOf = (value: Record<string, unknown>) =>
  typeof value['_id'] === 'string' && typeof value['name'] === 'string' ? value['name'] : undefined;

/** The elements of formatted text (`richTextTags`). */
const tags = /<\/?(?:p|br|strong|em|u|s|ul|ol|li|a|span|img|iframe|div)(?: [^<>]*)?>/g;

/** Formatted text as its words; where only the formatting changed, as it is kept. */
const readable = (change: Change): Change => {
  const from = change.from && wordsOf(change.from);
  const to = change.to && wordsOf(change.to);
  return from === to ? change : { ...change, from, to };
};

const wordsOf = (text: string) => {
  const words = withFormulasInWords(text).replaceAll(tags, ' ');
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

/** Of long texts the part in which they differ. */
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
