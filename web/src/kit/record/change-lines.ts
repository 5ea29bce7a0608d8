import type { RecordChange } from 'staffroom-contract/shared/changes.ts';
import { formatClock, formatDateTime, formatLongDay } from '../../lib/formats.ts';

type Context = { zone: string; today: string };

/** The part of a form's field that a timeline needs. */
type FormField = {
  label: string;
  at: readonly string[];
  initial: unknown;
  read(record: unknown, context: Context): unknown;
  words(value: unknown, context: Context): string;
};

/** A form whose fields label and word the changes. */
export type ChangedForm = { fields: Readonly<Record<string, FormField>> };

/** Labels and wording of fields that the form lacks, by wire path: `lead_source.medium`. */
export type ChangeFields = Readonly<
  Record<string, { label: string; words?: (text: string) => string }>
>;

/** One changed field in words for staff; null means empty. */
type ChangeLine = { label: string; from: string | null; to: string | null };

type Change = RecordChange['changes'][number];

type Known = { form?: ChangedForm | undefined; fields?: ChangeFields | undefined };

/**
 * The changes of one step in words for staff: by the form's fields and the domain's `fields`, otherwise by the value's
 * shape. Wire values are never shown: no UTC instants, ids or field names. Paths that staff see as one field, such as a
 * phone with its country code, become one line.
 */
export const changeLines = (
  changes: readonly Change[],
  { form, fields = {} }: Known,
  context: Context,
): ChangeLine[] => {
  const said = changes.filter(isSaid);
  const paths = said.map(({ field: path }) => path);
  // A form's field words a change only if all its paths are known: a lesson's end alone is not a time range.
  const formFieldAt = (path: string) =>
    Object.values(form?.fields ?? {}).find(
      ({ at }) =>
        covers(at, path) && at.every((place) => paths.some((each) => covers([place], each))),
    );
  const ownerOf = (path: string) => (path in fields ? path : (formFieldAt(path)?.at[0] ?? path));
  return Object.values(Object.groupBy(said, ({ field: path }) => ownerOf(path)))
    .map((group = []) => {
      const path = group[0]?.field ?? '';
      const own = fields[path];
      return lineOf(group, { own, formField: own ? undefined : formFieldAt(path) }, context);
    })
    .filter(({ from, to }) => from !== to);
};

/** False for changes of ids, which mean nothing to staff. */
const isSaid = ({ from, to }: Change) => ![from, to].some((text) => text !== null && isId(text));

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(, |$)/.test(text);

const covers = (paths: readonly string[], path: string) =>
  paths.some((each) => path === each || path.startsWith(`${each}.`));

type Speaker = {
  own: ChangeFields[string] | undefined;
  formField: FormField | undefined;
};

const lineOf = (
  group: readonly Change[],
  { own, formField }: Speaker,
  context: Context,
): ChangeLine => {
  const say = (side: 'from' | 'to'): string | null => {
    const texts = group.flatMap((change) => change[side] || []);
    if (texts.length === 0) return null;
    if (own?.words) return texts.map(own.words).join(', ');
    const byForm = formField && formWords(formField, group, side, context);
    return byForm || texts.map((text) => shapeWords(text, context)).join(', ');
  };
  return {
    label: own?.label ?? formField?.label ?? labelOf(group[0]?.field ?? ''),
    from: say('from'),
    to: say('to'),
  };
};

/** One side of a field's changes in the form's words; '' if the field does not read text: numbers, lists. */
const formWords = (
  field: FormField,
  group: readonly Change[],
  side: 'from' | 'to',
  context: Context,
): string => {
  if (Array.isArray(field.initial)) return '';
  const record: Record<string, unknown> = {};
  for (const change of group) {
    const value = change[side];
    if (value !== null) put(record, change.field.split('.'), truthOf(value) ?? value);
  }
  return field.words(field.read(record, context), context);
};

const put = (record: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown) => {
  if (rest.length === 0) record[key] = value;
  else {
    record[key] ??= {};
    put(record[key] as Record<string, unknown>, rest, value);
  }
};

const truthOf = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Words a value by its shape: an instant, a day, a time, yes or no; otherwise unchanged. */
export const shapeWords = (text: string, { zone }: Pick<Context, 'zone'>): string => {
  const truth = truthOf(text);
  if (truth !== undefined) return truth ? 'Yes' : 'No';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text))
    return formatDateTime(text, zone);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatLongDay(text);
  if (/^\d\d:\d\d(:\d\d)?$/.test(text)) return formatClock(text);
  return text;
};

/** Label derived from a path: `parent.phone_country_code` → "Phone country code". */
export const labelOf = (path: string): string => {
  const words = (path.split('.').at(-1) ?? path)
    .replace(/^is_/, '')
    .replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
