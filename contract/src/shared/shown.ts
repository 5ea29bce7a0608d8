import { z } from 'zod';
import { idSchema } from './text.ts';

/**
 * What answers are made of beside zod's own kinds. The server's presenter and downloads know a field by these
 * (`presentColumns`, `shownColumns`), so an answer that means one of them says it with these, never with `z.string()` or
 * `z.number()`.
 */

/** A point in time, ISO 8601 in UTC. */
export const moment = z.string();

/** An amount of money, a decimal in the record's currency. */
export const amount = z.number();

/** Another record, as it is named. */
export const named = z.object({ _id: idSchema, name: z.string() });
