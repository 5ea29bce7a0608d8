import type { z } from 'zod';
import type { AnyOperation, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { placeAmong, problemsAt, type FormProblems } from '../../lib/form-problems.ts';
import type { Domain } from '../../lib/query-keys.ts';
import {
  valueAt,
  wordOf,
  type Field,
  type FieldKind,
  type FormContext,
  type Written,
} from './field-kind.ts';

type Kinds = Record<string, FieldKind<never>>;
type ValueOfKind<K> = K extends FieldKind<infer Value> ? Value : never;
type InputOfKind<K> = K extends (name: string) => { input: infer Input } ? Input : object;

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<K> = { [Name in keyof K]: ValueOfKind<K[Name]> };
export type InputsOf<K> = { [Name in keyof K]: InputOfKind<K[Name]> };
/** The record that an operation returns. */
export type RecordOf<O extends AnyOperation> =
  ResponseOf<O> extends { data: infer Saved } ? Saved : never;

/** Error messages by field; `form` is shown at the top of the form. */
export type ProblemsOf<K> = FormProblems<keyof K & string>;

type Definition<K, Create extends AnyOperation, Update extends AnyOperation> = {
  /** The record in messages: "class". */
  noun: string;
  fields: K;
  create?: Create;
  update?: Update;
  /** URL parameters of the update; the record's id by default. */
  params?: (record: RecordOf<Update>) => Record<string, string>;
  /** Domains to refetch after a save. */
  refreshes: readonly Domain[];
  /** Objects of the body that are always sent whole, such as a schedule; 'body' sends everything. */
  whole?: readonly string[] | 'body';
};

type Rules<K> = {
  /** Fields that do not apply with the current values: not sent, not required, not validated. */
  unused?: (values: ValuesOf<K>) => readonly (keyof K & string)[];
  /** The domain's rules between fields; errors by field. */
  check?: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
  /** Errors that block saving with the current values; shown beside the field after the first try to save. */
  needs?: (values: ValuesOf<K>) => ProblemsOf<K>;
  /** Overrides the text or the place of a server refusal. */
  refused?: (error: unknown, problems: FormProblems) => FormProblems;
};

/** A form's fields and the operations that save them. */
export type Form<K, Saved> = {
  noun: string;
  fields: Fields;
  create: AnyOperation | undefined;
  update: AnyOperation | undefined;
  params: (record: Saved) => Record<string, string>;
  refreshes: readonly Domain[];
  whole: readonly string[] | 'body';
  // Methods, so that forms of any value types are assignable.
  unused(values: ValuesOf<K>): readonly string[];
  needs(values: ValuesOf<K>): ProblemsOf<K>;
  check: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
  refused: (error: unknown, problems: FormProblems) => FormProblems;
  /** Type-level only; never set. */
  kinds?: K;
};

/** Defines the form of a record (create and update) or of an action with a few fields (`create`). */
export const defineForm = <
  K extends object,
  Create extends AnyOperation = AnyOperation,
  Update extends AnyOperation = Create,
>(
  definition: Definition<K, Create, Update>,
  rules: Rules<NoInfer<K>> = {},
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
    unused: rules.unused ?? (() => []),
    needs: rules.needs ?? (() => ({})),
    check: rules.check ?? (() => ({})),
    refused: rules.refused ?? ((_error, problems) => problems),
  };
};

type AnyForm = Pick<Form<unknown, never>, 'fields' | 'whole' | 'unused'>;
type Values = Readonly<Record<string, unknown>>;

/** The fields that apply, each with its value. */
const usedFields = (form: AnyForm, values: object) => {
  const unused = form.unused(values);
  return Object.entries(form.fields)
    .filter(([name]) => !unused.includes(name))
    .map(([name, field]) => ({ name, field, value: (values as Values)[name] }));
};

export const initialValues = <K>(form: Form<K, never>): ValuesOf<K> =>
  mapFields(form, (field) => field.initial) as ValuesOf<K>;

/** The form values of a saved record. */
export const valuesOf = <K>(
  form: Form<K, never>,
  record: unknown,
  context: FormContext,
): ValuesOf<K> => mapFields(form, (field) => field.read(record, context)) as ValuesOf<K>;

const mapFields = (
  form: Pick<AnyForm, 'fields'>,
  map: (field: Field<unknown>) => unknown,
): Values =>
  Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, map(field)]));

/** Dotted paths as an object: `{'parent.name': 'Tan'}` → `{parent: {name: 'Tan'}}`. */
const nested = (written: readonly Written[]): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, value] of written.flatMap(Object.entries<unknown>)) {
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

/** The body that creates a record: all fields that are filled in. */
export const newBodyOf = (form: AnyForm, values: object, context: FormContext) =>
  nested(
    usedFields(form, values)
      .filter(({ field, value }) => !field.isEmpty(value))
      .map(({ field, value }) => field.write(value, context)),
  );

/**
 * The body that updates a record: only fields whose written value differs from the record's, and the record's version.
 */
export const changedBodyOf = (
  form: AnyForm,
  record: { version?: number },
  values: object,
  context: FormContext,
) => {
  const fields = usedFields(form, values).map(({ field, value }) => {
    const written = field.write(value, context);
    const before = field.write(field.read(record, context), context);
    const differing = Object.entries(written).filter(([path, now]) => !isSame(now, before[path]));
    return {
      written: field.apart ? Object.fromEntries(differing) : written,
      isChanged: !isSame(written, before),
    };
  });
  const isWithin = (written: Written, object: string) =>
    Object.keys(written).some((path) => isIn(path, object));
  const { whole } = form;
  const isSent = ({ written, isChanged }: (typeof fields)[number]) =>
    isChanged ||
    whole === 'body' ||
    whole.some(
      (object) =>
        isWithin(written, object) &&
        fields.some((other) => other.isChanged && isWithin(other.written, object)),
    );
  const sent = fields.filter(isSent);
  return {
    ...nested(sent.map(({ written }) => written)),
    ...(record.version !== undefined && { version: record.version }),
  };
};

const isIn = (path: string, object: string) => path === object || path.startsWith(`${object}.`);

/** Labels of the fields that still block saving. */
export const missingOf = <K>(
  form: AnyForm & Pick<Form<K, never>, 'needs'>,
  values: ValuesOf<K>,
): string[] => {
  const needed: Readonly<Record<string, unknown>> = form.needs(values);
  return usedFields(form, values as object).flatMap(({ name, field, value }) => {
    const missing = field.missing(value);
    return missing.length === 0 && name in needed ? [wordOf(field.label)] : missing;
  });
};

/** Returns a function that maps a path of the body to the field that shows its error. */
export const fieldAt = (form: AnyForm): ((path: string | undefined) => string) => {
  const owners = Object.entries(form.fields).flatMap(([name, { at }]) =>
    at.map((path) => ({ path, name })),
  );
  const place = placeAmong(owners.map(({ path }) => path));
  return (path) => owners.find((owner) => owner.path === place(path))?.name ?? 'form';
};

type Judged = {
  schema: z.ZodType | undefined;
  /** The saved record: errors that it already had are not reported. */
  record: unknown;
  context: FormContext;
  /** Also reports missing values, in the contract's words; set after the first try to save. */
  withMissing: boolean;
};

/** Client-side errors by field: unreadable values, contract violations, and the domain's own rules. */
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
  for (const { name, field, value } of usedFields(form, values)) {
    const problem = field.problem(value, context);
    if (problem !== undefined) unreadable[name] = problem;
  }
  return {
    ...problemsAt(
      issues.filter((issue) => !isKnown(issue)),
      fieldAt(form),
    ),
    ...(withMissing && form.needs(values)),
    ...unreadable,
    ...form.check(values, context),
  };
};

/** Files are sent beside the body, and its schema does not include them. */
const judgeable = (written: Written): Written =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => !(value instanceof File)));

type Issue = { field: string; message: string };

const issuesOf = (
  form: AnyForm,
  values: object,
  { schema, context, withMissing }: Pick<Judged, 'schema' | 'context' | 'withMissing'>,
): Issue[] => {
  if (!schema) return [];
  const named = fieldAt(form);
  // Fields that are not sent, or still missing, are not validated here.
  const judged = usedFields(form, values)
    .filter(({ field, value }) => withMissing || field.missing(value).length === 0)
    .map(({ name, field, value }) => ({ name, written: judgeable(field.write(value, context)) }))
    .filter(({ written }) => Object.keys(written).length > 0);
  const own = new Set(judged.map(({ name }) => name));
  return (schema.safeParse(nested(judged.map(({ written }) => written))).error?.issues ?? [])
    .map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
    .filter((issue) => {
      const name = named(issue.field);
      return (withMissing ? name !== 'form' : own.has(name)) || isAboutAll(issue);
    });
};

/** A rule between fields that names no field. */
const isAboutAll = ({ field }: Issue) => field === '';
