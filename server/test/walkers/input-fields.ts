import { z } from 'zod';

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

export type FieldPath = readonly (string | number)[];

/** A field of an input; fields with the same shape have the same schema. */
export type InputField = { path: FieldPath; shape: string };

/** Returns the path of every field of an input, including those inside objects and arrays. */
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

/** Returns the fields that a list's `filter` accepts; empty for any other operation. */
export const filterFieldsOf = (query: z.ZodType | undefined): { name: string; shape: string }[] => {
  const filter =
    query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>)['filter'] : undefined;
  const inner = filter && innermost(filter);
  if (!(inner instanceof z.ZodObject)) return [];
  return fieldsOf(inner).flatMap(({ path: [name, ...deeper], shape }) =>
    deeper.length === 0 ? [{ name: String(name), shape }] : [],
  );
};

const innermost = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return innermost(schema.def.innerType);
  return schema instanceof z.ZodPipe ? innermost(schema.def.out) : schema;
};

/** Returns a copy of the input with one value changed; missing objects on the path are created. */
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
