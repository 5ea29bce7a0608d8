import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { formatClock, formatDateTime, formatLongDay } from '../../lib/formats.ts';

type Context = { zone: string; today: string };

/** A field of a form, as a timeline needs it. */
type FormField = {
  label: string;
  at: readonly string[];
  initial: unknown;
  read(record: unknown, context: Context): unknown;
  words(value: unknown, context: Context): string;
};

/** A form whose fields name what was changed. */
export type ChangedForm = { fields: Readonly<Record<string, FormField>> };

/** What a form does not know of its record, by the path on the wire: `lead_source.medium`. */
export type ChangeFields = Readonly<
  Record<string, { label: string; words?: (text: string) => string }>
>;

/** One changed field as staff read it; null is "nothing there". */
type ChangeLine = { label: string; from: string | null; to: string | null };

type Change = RecordChange['changes'][number];

type Known = { form?: ChangedForm | undefined; fields?: ChangeFields | undefined };

/**
 * The changes of one step in staff's words: labels and values from the form's fields and the domain's own, all others by
 * their shape. Nothing stands as the wire has it: no instants in UTC, no ids, no names of fields. What is one field to
 * staff, such as a phone with its country code, is one line.
 */
export const changeLines = (
  changes: readonly Change[],
  { form, fields = {} }: Known,
  context: Context,
): ChangeLine[] => {
  const said = changes.filter(isSaid);
  const paths = said.map(({ field: path }) => path);
  // A field of a form speaks where all that it reads was told: a lesson's end alone is no time.
  const formFieldAt = (path: string) =>
    Object.values(form?.fields ?? {}).find(
      ({ at }) =>
        holds(at, path) && at.every((place) => paths.some((each) => holds([place], each))),
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

/** An id says nothing to staff: the record that it names stands beside it. */
const isSaid = ({ from, to }: Change) => ![from, to].some((text) => text !== null && isId(text));

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(, |$)/.test(text);

const holds = (paths: readonly string[], path: string) =>
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

/** The words of a form's field for one side of its changes; '' where its kind reads no text: numbers, lists. */
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

/** A value by its shape: an instant, a day, a time, yes or no; else as it is. */
export const shapeWords = (text: string, { zone }: Pick<Context, 'zone'>): string => {
  const truth = truthOf(text);
  if (truth !== undefined) return truth ? 'Yes' : 'No';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text))
    return formatDateTime(text, zone);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatLongDay(text);
  if (/^\d\d:\d\d(:\d\d)?$/.test(text)) return formatClock(text);
  return text;
};

/** The words of a path that nobody named: `parent.phone_country_code` → "Phone country code". */
export const labelOf = (path: string): string => {
  const words = (path.split('.').at(-1) ?? path)
    .replace(/^is_/, '')
    .replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
