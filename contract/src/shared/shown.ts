import { z } from 'zod';
import { idSchema } from './text.ts';

/**
 * Field types beyond zod's own, which the presenter and downloads recognise (`presentColumns`, `shownColumns`): never
 * use `z.string()` or `z.number()` for them. Derived schemas inherit the kind: `moment.nullable()` is a moment too.
 */
export type FieldKind = 'moment' | 'amount';

const fieldKinds = z.registry<{ kind: FieldKind }>();

/** A point in time, ISO 8601 in UTC. */
export const moment = z.string().register(fieldKinds, { kind: 'moment' });

/** An amount of money, a decimal in the record's currency. */
export const amount = z.number().register(fieldKinds, { kind: 'amount' });

/** The kind of a field, also where it may be null or left out; undefined for zod's own kinds. */
export const fieldKindOf = (field: z.core.$ZodType): FieldKind | undefined =>
  fieldKinds.get(innermost(field))?.kind;

/** The inner type of a nullable or optional field, or of one with a default. */
export const innermost = (field: z.core.$ZodType): z.core.$ZodType =>
  'innerType' in field._zod.def ? innermost(field._zod.def.innerType as z.core.$ZodType) : field;

/** A reference to another record, with its name. */
export const named = z.object({ _id: idSchema, name: z.string() });
