import { z } from 'zod';
import type { many, Operation } from './operation.ts';
import { pageQuery } from './lists.ts';
import { moment, named } from './shown.ts';
import { idSchema } from './text.ts';

/** A step of a record's timeline (api.md: Audit trail); values are text for display, null means no value. */
export const recordChangeSchema = z.object({
  _id: idSchema,
  at: moment,
  by: named,
  action: z.string().describe('For example user.updated'),
  changes: z.array(
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
});
export type RecordChange = z.infer<typeof recordChangeSchema>;

/** The page of a timeline, newest first. */
export const changesQuery = z.strictObject(pageQuery(20));

/** The operation that returns a record's timeline. */
export type ChangesOperation = Operation<
  z.ZodObject<{ id: typeof idSchema }>,
  typeof changesQuery,
  z.ZodUndefined,
  ReturnType<typeof many<typeof recordChangeSchema>>
>;
