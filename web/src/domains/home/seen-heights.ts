import { z } from 'zod';

const key = 'home-heights';

const seenSchema = z.object({ of: z.string(), heights: z.record(z.string(), z.number()) });
export type Heights = z.infer<typeof seenSchema>['heights'];

/**
 * Heights in pixels of the panels at the last visit, 0 for one that was not shown. They size the placeholders of the
 * next visit. `of` names the user and the layout: other users of this browser begin with usual sizes.
 */
export const seenHeights = (of: string) => ({
  read: (): Heights => {
    try {
      const seen = seenSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
      return seen?.of === of ? seen.heights : {};
    } catch {
      return {};
    }
  },
  write: (heights: Heights): void => {
    try {
      localStorage.setItem(key, JSON.stringify({ of, heights }));
    } catch {
      // Without storage the placeholders keep their usual sizes.
    }
  },
});
