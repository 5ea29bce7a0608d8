/** What reading and writing fields depends on beside the record. */
export type FormContext = {
  /** The business time zone. */
  zone: string;
  /** Today as a business day. */
  today: string;
};

/** What a field sends: value by dotted path of the request's body. */
export type Written = Readonly<Record<string, unknown>>;

/**
 * One field of a form: how its value is read from a record, shown, judged and written back. From these come the form's
 * bodies, what is still needed, the problems beside the inputs, the comparison of a stale save and a timeline's words.
 * Methods, so that a form can hold fields of all kinds of values.
 */
export type Field<Value, Input extends object = object> = {
  label: string;
  /** Where it stands in record and body: dotted paths; refusals of any of them are shown beside it. */
  at: readonly string[];
  /** What a new record begins with. */
  initial: Value;
  required: boolean;
  /** What its input needs beside label, value and error: the choices, the keyboard. */
  input: Input;
  /** Shown as wrong only when it is left: an address that is being typed is not wrong yet. */
  quiet: boolean;
  /** Nobody's to read, so a stale save does not compare it. */
  secret: boolean;
  /** Of several places only those are sent that differ: the end of a lesson without its start. */
  apart: boolean;
  read(record: unknown, context: FormContext): Value;
  write(value: Value, context: FormContext): Written;
  /** Nothing that a new record would send. */
  isEmpty(value: Value): boolean;
  /** What saving still waits for, in words: ['start date', 'start time']. */
  missing(value: Value): readonly string[];
  /** What is wrong with what stands in it by itself. */
  problem(value: Value, context: FormContext): string | undefined;
  /** The value as staff read it; '' is nothing. */
  words(value: Value, context: FormContext): string;
};

/** A field before it has its name; `text({ label: 'Name' })` is one. */
export type FieldKind<Value, Input extends object = object> = (name: string) => Field<Value, Input>;

/** What every kind of field is told. */
export type Common = {
  label: string;
  required?: boolean;
  /** Path in record and body, where that is not the field's name. */
  at?: string;
  /** How "Still needed: …" calls it, where that is not the label. */
  word?: string;
};

type Spec<Value, Input extends object> = Omit<Common, 'at'> & {
  at?: string | readonly string[] | undefined;
  initial: Value;
  input?: Input;
  quiet?: boolean;
  apart?: boolean;
  secret?: boolean;
  read: (record: unknown, at: readonly string[], context: FormContext) => Value;
  write: (value: Value, at: readonly string[], context: FormContext) => Written;
  isEmpty: (value: Value) => boolean;
  /** Also what an optional field may wait for: the Wechat id, once Wechat was chosen. */
  missing?: (value: Value) => readonly string[];
  problem?: (value: Value, context: FormContext) => string | undefined;
  words: (value: Value, context: FormContext) => string;
};

/** A kind of field of a domain's own: several inputs that are one thing to staff. */
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
      // Kinds without an input of their own take none.
      input: spec.input ?? ({} as Input),
      quiet: spec.quiet ?? false,
      apart: spec.apart ?? false,
      secret: spec.secret ?? false,
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

/** A label within a sentence: "Start date" → "start date", "E-mail" → "e-mail", "TAs" as it is. */
export const wordOf = (label: string): string =>
  /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** What stands at a dotted path of a record; undefined where something on the way is not there. */
export const valueAt = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
