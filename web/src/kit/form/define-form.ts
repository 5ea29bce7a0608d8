import type { z } from 'zod';
import type { AnyOperation, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { placeAmong, problemsAt, type FormProblems } from '../../lib/form-problems.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { valueAt, type Field, type FieldKind, type FormContext, type Written } from './field.ts';

type Kinds = Record<string, FieldKind<never>>;
type ValueOfKind<K> = K extends FieldKind<infer Value> ? Value : never;
type InputOfKind<K> = K extends FieldKind<never, infer Input> ? Input : object;

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<K> = { [Name in keyof K]: ValueOfKind<K[Name]> };
export type InputsOf<K> = { [Name in keyof K]: InputOfKind<K[Name]> };
/** The record that an operation answers. */
export type RecordOf<O extends AnyOperation> =
  ResponseOf<O> extends { data: infer Saved } ? Saved : never;

/** Sentences by field; `form` is the form's head. */
export type ProblemsOf<K> = FormProblems<keyof K & string>;

type Definition<K, Create extends AnyOperation, Update extends AnyOperation> = {
  /** What is saved, in sentences: "class". */
  noun: string;
  fields: K;
  create?: Create;
  update?: Update;
  /** The address of a record's update; its id, unless told. */
  params?: (record: RecordOf<Update>) => Record<string, string>;
  /** The domains whose lists and records are read again after a save. */
  refreshes: readonly Domain[];
  /** Objects of the body that are always sent whole: a schedule without its day says nothing. */
  whole?: readonly string[];
  /** Rules between fields, from the domain's rules; by field. */
  check?: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
};

/** A form: its fields, and where they are saved. */
export type Form<K, Saved> = {
  noun: string;
  fields: Fields;
  create: AnyOperation | undefined;
  update: AnyOperation | undefined;
  params: (record: Saved) => Record<string, string>;
  refreshes: readonly Domain[];
  whole: readonly string[];
  check: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
  /** Never there: carries the kinds of the fields for the types alone. */
  kinds?: K;
};

/** Defines the form of a record that is created and changed, or of an act with a few fields (`create`). */
export const defineForm = <
  K extends object,
  Create extends AnyOperation = AnyOperation,
  Update extends AnyOperation = Create,
>(
  definition: Definition<K, Create, Update>,
): Form<K, RecordOf<Update>> => {
  const kinds = Object.entries(definition.fields as Kinds);
  return {
    noun: definition.noun,
    fields: Object.fromEntries(kinds.map(([name, kind]) => [name, kind(name)])),
    create: definition.create,
    update: definition.update,
    params: definition.params ?? ((record) => ({ id: String(valueAt(record, '_id')) })),
    refreshes: definition.refreshes,
    whole: definition.whole ?? [],
    check: definition.check ?? (() => ({})),
  };
};

type AnyForm = Pick<Form<unknown, never>, 'fields' | 'whole'>;
type Values = Readonly<Record<string, unknown>>;

/** What a new record begins with. */
export const initialValues = <K>(form: Form<K, never>): ValuesOf<K> =>
  mapFields(form, (field) => field.initial) as ValuesOf<K>;

/** A saved record as it stands in the form. */
export const valuesOf = <K>(
  form: Form<K, never>,
  record: unknown,
  context: FormContext,
): ValuesOf<K> => mapFields(form, (field) => field.read(record, context)) as ValuesOf<K>;

const mapFields = (form: AnyForm, map: (field: Field<unknown>) => unknown): Values =>
  Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, map(field)]));

const writtenOf = (form: AnyForm, values: Values, context: FormContext): Written =>
  Object.assign(
    {},
    ...Object.entries(form.fields).map(([name, field]) => field.write(values[name], context)),
  ) as Written;

/** Dotted paths as an object: `{'parent.name': 'Tan'}` → `{parent: {name: 'Tan'}}`. */
const nested = (written: Written): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(written)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>((object, key) => {
      object[key] ??= {};
      return object[key] as Record<string, unknown>;
    }, body);
    parent[last] = value;
  }
  return body;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isNothing = (value: unknown) => value === null || value === '';

/** What creating sends: all that is filled in. */
export const newBodyOf = (form: AnyForm, values: object, context: FormContext) =>
  nested(
    Object.fromEntries(
      Object.entries(writtenOf(form, values as Values, context)).filter(
        ([, value]) => !isNothing(value),
      ),
    ),
  );

/** What changing a record sends: only what is written otherwise than from the record itself, and its version. */
export const changedBodyOf = (
  form: AnyForm,
  record: { version?: number },
  values: object,
  context: FormContext,
) => {
  const before = writtenOf(
    form,
    mapFields(form, (field) => field.read(record, context)),
    context,
  );
  const after = writtenOf(form, values as Values, context);
  const changed = Object.keys(after).filter((path) => !isSame(after[path], before[path]));
  const whole = form.whole.filter((object) => changed.some((path) => isIn(path, object)));
  const sent = Object.entries(after).filter(
    ([path]) => changed.includes(path) || whole.some((object) => isIn(path, object)),
  );
  return {
    ...nested(Object.fromEntries(sent)),
    ...(record.version !== undefined && { version: record.version }),
  };
};

const isIn = (path: string, object: string) => path === object || path.startsWith(`${object}.`);

/** What saving still waits for, in the words of the labels. */
export const missingOf = (form: AnyForm, values: object): string[] =>
  Object.entries(form.fields).flatMap(([name, field]) => field.missing((values as Values)[name]));

/** The field that shows what is said of a place in the body. */
export const fieldAt = (form: AnyForm): ((path: string | undefined) => string) => {
  const owners = Object.entries(form.fields).flatMap(([name, { at }]) =>
    at.map((path) => ({ path, name })),
  );
  const place = placeAmong(owners.map(({ path }) => path));
  return (path) => owners.find((owner) => owner.path === place(path))?.name ?? 'form';
};

type Judged = {
  schema: z.ZodType | undefined;
  /** The saved record: what was wrong with it before is not this form's to say. */
  record: unknown;
  context: FormContext;
  /** Also says what is missing, as the contract says it: after a try to send. */
  withMissing: boolean;
};

/** What is wrong with the form by itself, in words beside its fields: unreadable values, the contract, the domain's own rules. */
export const problemsOf = <K>(
  form: Form<K, never>,
  values: ValuesOf<K>,
  { schema, record, context, withMissing }: Judged,
): ProblemsOf<K> => {
  const issues = issuesOf(form, values, { schema, context, withMissing });
  const known =
    record === undefined
      ? []
      : issuesOf(form, valuesOf(form, record, context), { schema, context, withMissing });
  const isKnown = (issue: Issue) => known.some((each) => isSame(each, issue));
  const unreadable: Record<string, string> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const problem = field.problem((values as Values)[name], context);
    if (problem !== undefined) unreadable[name] = problem;
  }
  return {
    ...problemsAt(
      issues.filter((issue) => !isKnown(issue)),
      fieldAt(form),
    ),
    ...unreadable,
    ...form.check(values, context),
  };
};

type Issue = { field: string; message: string };

const issuesOf = (
  form: AnyForm,
  values: object,
  { schema, context, withMissing }: Pick<Judged, 'schema' | 'context' | 'withMissing'>,
): Issue[] => {
  if (!schema) return [];
  const named = fieldAt(form);
  const missing = new Set(
    Object.entries(form.fields)
      .filter(([name, field]) => field.missing((values as Values)[name]).length > 0)
      .map(([name]) => name),
  );
  const written = Object.entries(writtenOf(form, values as Values, context)).filter(
    ([path]) => withMissing || !missing.has(named(path)),
  );
  // Of what the form does not send, and of what is still missing, nothing is said here.
  const own = new Set(written.map(([path]) => named(path)));
  return (schema.safeParse(nested(Object.fromEntries(written))).error?.issues ?? [])
    .map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
    .filter((issue) => {
      const name = named(issue.field);
      return (withMissing ? name !== 'form' : own.has(name)) || isAboutAll(issue);
    });
};

/** A rule between fields that names none of them. */
const isAboutAll = ({ field }: Issue) => field === '';
