import type { MergedList } from '../../lib/merge-lists.ts';

/** Context for reading and writing fields, besides the record. */
export type FormContext = {
  /** The business time zone. */
  zone: string;
  /** Today as a business day. */
  today: string;
};

/** The part of the request's body that a field sends: value by dotted path. */
export type Written = Readonly<Record<string, unknown>>;

/**
 * One field of a form: how its value is read from a record, shown, validated and written back. The request bodies, the
 * missing fields, the errors, the stale comparison and the timeline are derived from it. Methods, so that fields of any
 * value type are assignable.
 */
export type Field<Value, Input extends object = object> = {
  label: string;
  /** Dotted paths in record and body; errors at any of them are shown beside the field. */
  at: readonly string[];
  /** The value in a new record. */
  initial: Value;
  required: boolean;
  /** Props of the input besides label, value and error: its options, its keyboard. */
  input: Input;
  /** Errors are shown only after the field loses focus: a half-typed address is not wrong yet. */
  quiet: boolean;
  /** Never readable, so a stale comparison leaves it out. */
  secret: boolean;
  /** Of several paths, only those that changed are sent: the end of a lesson without its start. */
  apart: boolean;
  /** Set for a list whose items are compared one by one in a stale save; null otherwise. */
  items: FieldItems | null;
  read(record: unknown, context: FormContext): Value;
  write(value: Value, context: FormContext): Written;
  /** True if a new record would send nothing for it. */
  isEmpty(value: Value): boolean;
  /** Labels of the parts that still block saving: ['start date', 'start time']. */
  missing(value: Value): readonly string[];
  /** Validation error of this value alone. */
  problem(value: Value, context: FormContext): string | undefined;
  /** The value as staff read it; '' when empty. */
  words(value: Value, context: FormContext): string;
};

/** How the items of a list are identified and shown. */
type FieldItems = {
  /** Merges by a key that is the same in every version of the record. */
  merged: MergedList;
  /** "Unit 2" for 1. */
  label: (place: number) => string;
  words: (item: unknown) => string;
};

/** A field without its name yet; `text({ label: 'Name' })` is one. */
export type FieldKind<Value, Input extends object = object> = (name: string) => Field<Value, Input>;

/** Options of every kind of field. */
export type Common = {
  label: string;
  required?: boolean;
  /** Path in record and body, if it is not the field's name. */
  at?: string;
  /** The field's word in "Still needed: …", if it is not the label. */
  word?: string;
};

type Spec<Value, Input extends object> = Omit<Common, 'at'> & {
  at?: string | readonly string[] | undefined;
  initial: Value;
  input?: Input;
  quiet?: boolean;
  apart?: boolean;
  secret?: boolean;
  items?: FieldItems;
  read: (record: unknown, at: readonly string[], context: FormContext) => Value;
  write: (value: Value, at: readonly string[], context: FormContext) => Written;
  isEmpty: (value: Value) => boolean;
  /** Also blocks an optional field: the Wechat id is needed once Wechat is chosen. */
  missing?: (value: Value) => readonly string[];
  problem?: (value: Value, context: FormContext) => string | undefined;
  words: (value: Value, context: FormContext) => string;
};

/** A domain's own kind of field: several inputs that staff see as one value. */
export const field =
  <Value, Input extends object = object>(spec: Spec<Value, Input>): FieldKind<Value, Input> =>
  (name) => {
    const at = spec.at === undefined ? [name] : typeof spec.at === 'string' ? [spec.at] : spec.at;
    const required = spec.required ?? false;
    return {
      label: spec.label,
      at,
      initial: spec.initial,
      required,
      // Kinds without an input of their own have no options.
      input: spec.input ?? ({} as Input),
      quiet: spec.quiet ?? false,
      apart: spec.apart ?? false,
      secret: spec.secret ?? false,
      items: spec.items ?? null,
      read: (record, context) => spec.read(record, at, context),
      write: (value, context) => spec.write(value, at, context),
      isEmpty: spec.isEmpty,
      missing: (value) =>
        spec.missing?.(value) ??
        (required && spec.isEmpty(value) ? [spec.word ?? wordOf(spec.label)] : []),
      problem: (value, context) => spec.problem?.(value, context),
      words: spec.words,
    };
  };

/** A label within a sentence: "Start date" → "start date", "E-mail" → "e-mail"; "TAs" stays. */
export const wordOf = (label: string): string =>
  /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** The value at a dotted path of a record; undefined if any part of the path is missing. */
export const valueAt = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
