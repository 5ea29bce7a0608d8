import type { z } from 'zod';
import type { AnyOperation, ResponseOf } from '@staffroom/contract/shared/operation.ts';
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
  /** Objects of the body that are always sent whole: a schedule without its day says nothing; or all of it. */
  whole?: readonly string[] | 'body';
};

type Rules<K> = {
  /** Fields that do not count as the others stand: neither sent, nor waited for, nor judged. */
  unused?: (values: ValuesOf<K>) => readonly (keyof K & string)[];
  /** Rules between fields, from the domain's rules; by field. */
  check?: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
  /** What saving waits for as the other fields stand; said beside the field after a try. */
  needs?: (values: ValuesOf<K>) => ProblemsOf<K>;
  /** A refusal that is told in words or at a place of its own. */
  refused?: (error: unknown, problems: FormProblems) => FormProblems;
};

/** A form: its fields, and where they are saved. */
export type Form<K, Saved> = {
  noun: string;
  fields: Fields;
  create: AnyOperation | undefined;
  update: AnyOperation | undefined;
  params: (record: Saved) => Record<string, string>;
  refreshes: readonly Domain[];
  whole: readonly string[] | 'body';
  // A method, so that the functions below take forms of all kinds of values.
  unused(values: ValuesOf<K>): readonly string[];
  needs(values: ValuesOf<K>): ProblemsOf<K>;
  check: (values: ValuesOf<K>, context: FormContext) => ProblemsOf<K>;
  refused: (error: unknown, problems: FormProblems) => FormProblems;
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

/** The fields that count as the form stands, each with its value. */
const usedFields = (form: AnyForm, values: object) => {
  const unused = form.unused(values);
  return Object.entries(form.fields)
    .filter(([name]) => !unused.includes(name))
    .map(([name, field]) => ({ name, field, value: (values as Values)[name] }));
};

/** What a new record begins with. */
export const initialValues = <K>(form: Form<K, never>): ValuesOf<K> =>
  mapFields(form, (field) => field.initial) as ValuesOf<K>;

/** A saved record as it stands in the form. */
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

/** What creating sends: all that is filled in. */
export const newBodyOf = (form: AnyForm, values: object, context: FormContext) =>
  nested(
    usedFields(form, values)
      .filter(({ field, value }) => !field.isEmpty(value))
      .map(({ field, value }) => field.write(value, context)),
  );

/** What changing a record sends: only the fields that are written otherwise than from the record itself, and its version. */
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

/** What saving still waits for, in the words of the labels. */
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

/** Files go beside the body: its schema does not know them. */
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
  // Of what the form does not send, and of what is still missing, nothing is said here.
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

/** A rule between fields that names none of them. */
const isAboutAll = ({ field }: Issue) => field === '';
