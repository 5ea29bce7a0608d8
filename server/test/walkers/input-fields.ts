import { z } from 'zod';

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

export type FieldPath = readonly (string | number)[];

/** A field of an input; fields of the same shape have one schema. */
export type InputField = { path: FieldPath; shape: string };

/** The path of every field that an input takes, also inside objects and arrays. */
export const fieldsOf = (schema: z.ZodType | undefined): InputField[] =>
  schema === undefined
    ? []
    : below(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, []);

const below = (schema: JsonSchema, path: FieldPath): InputField[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    fieldAt(inner, [...path, name]),
  ),
  ...(schema.items ? fieldAt(schema.items, [...path, 0]) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((inner = []) =>
    inner.flatMap((each) => below(each, path)),
  ),
];

const fieldAt = (schema: JsonSchema, path: FieldPath): InputField[] => [
  { path, shape: JSON.stringify(schema) },
  ...below(schema, path),
];

/** The fields that a list's `filter` accepts; empty for what is no list. */
export const filterFieldsOf = (query: z.ZodType | undefined): { name: string; shape: string }[] => {
  const filter =
    query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>)['filter'] : undefined;
  const inner = filter && innermost(filter);
  if (!(inner instanceof z.ZodObject)) return [];
  return fieldsOf(inner).flatMap(({ path: [name, ...deeper], shape }) =>
    deeper.length === 0 ? [{ name: String(name), shape }] : [],
  );
};

/** What stands behind defaults and pipes: what the text is in the end. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return innermost(schema.def.innerType);
  return schema instanceof z.ZodPipe ? innermost(schema.def.out) : schema;
};

/** A copy of the input with one place changed; objects on the way are made where they are missing. */
export const withValueAt = (input: unknown, path: FieldPath, value: unknown): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(input) ? [...(input as unknown[])] : [];
    list[first] = withValueAt(list[first], rest, value);
    return list;
  }
  const record = typeof input === 'object' && input !== null ? { ...input } : {};
  return {
    ...record,
    [first]: withValueAt((record as Record<string, unknown>)[first], rest, value),
  };
};
