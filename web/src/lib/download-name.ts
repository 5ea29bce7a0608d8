import { monthOf } from 'staffroom-contract/shared/dates.ts';

/** Parameters that do not describe the rows: paging and sorting. */
const silent = new Set(['max', 'offset', 'sortBy', 'order', 'by']);
/** Conditions whose value is excluded. */
const excluding = new Set(['exclude', 'without', 'ne', 'not']);
/** Operators of a field, named by the field. */
const conditions = new Set(['in', 'regex', 'between', 'exists', 'gt', 'gte', 'lt', 'lte']);
/** Maximum number of alternatives in the name. */
const mostAlternatives = 3;
const longest = 100;

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T/;
const id = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

type Said = { days: string[]; words: string[] };

/**
 * Adds period and filter of a call to a file name, so that files of several months differ: "sales-2026-03-without-llp.csv".
 * A report has them in its body.
 */
export const downloadName = (
  fileName: string,
  { query, body }: { query?: unknown; body?: unknown },
): string => {
  const dot = fileName.lastIndexOf('.');
  const [stem, ending] = [fileName.slice(0, dot), fileName.slice(dot)];
  const { days, words } = saidBy({ query, body });
  const parts = [...periodWords(days), ...words.map(slugOf)].filter(
    (part) => part !== '' && !stem.includes(part),
  );
  return [stem, ...new Set(parts)].join('-').slice(0, longest).replace(/-$/, '') + ending;
};

const saidBy = (value: unknown, key = '', isLeftOut = false): Said => {
  if (Array.isArray(value)) {
    if (value.length > mostAlternatives) return { days: [], words: [] };
    const said = value.map((each) => saidBy(each, key, isLeftOut));
    return { days: said.flatMap(({ days }) => days), words: said.flatMap(({ words }) => words) };
  }
  if (typeof value === 'object' && value !== null) {
    const said = Object.entries(value)
      .filter(([name]) => !silent.has(name))
      .map(([name, each]) =>
        saidBy(each, conditions.has(name) ? key : name, isLeftOut || excluding.has(name)),
      );
    return { days: said.flatMap(({ days }) => days), words: said.flatMap(({ words }) => words) };
  }
  if (typeof value === 'boolean')
    return { days: [], words: [value ? bareKey(key) : `not ${bareKey(key)}`] };
  if (typeof value === 'number') return { days: [], words: [`${bareKey(key)} ${value}`] };
  if (typeof value !== 'string' || id.test(value) || instant.test(value) || /^all$/i.test(value))
    return { days: [], words: [] };
  if (day.test(value)) return { days: [value], words: [] };
  return { days: [], words: [isLeftOut ? `without ${value}` : value] };
};

const bareKey = (key: string) => key.replace(/^(is)?_/, '');

/** "2026-03", "2026-03-05" or "2026-03-01-to-2026-03-23". */
const periodWords = (days: readonly string[]): string[] => {
  const [start, end] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (start === undefined || end === undefined) return [];
  if (start === end) return [start];
  const month = monthOf(start);
  return month.start === start && month.end === end ? [start.slice(0, 7)] : [`${start}-to-${end}`];
};

const slugOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
