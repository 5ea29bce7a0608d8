import { expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from 'staffroom-contract/operations.ts';
import { callerOf } from '../factories/service-token.factory.ts';
import { useTestApp } from '../build-test-app.ts';
import { exampleOf } from './examples.ts';

const app = useTestApp();

type Schema = { properties?: { sortBy?: { enum?: string[] } } };

/** Returns the sort keys of a list; empty for other operations. */
const sortKeysOf = (operation: (typeof allOperations)[number]): string[] => {
  if (!operation.query) return [];
  const schema = z.toJSONSchema(operation.query, { io: 'input', unrepresentable: 'any' }) as Schema;
  return schema.properties?.sortBy?.enum ?? [];
};

const sorted = allOperations.flatMap((operation) => {
  const keys = sortKeysOf(operation);
  return keys.length > 0 ? [{ name: operation.name, keys, operation }] : [];
});

test.each(sorted)(
  '$name sorts by $keys with stable ties, the same in one page or several',
  async ({ operation, keys }) => {
    const example = await exampleOf(operation, app);
    const caller = await callerOf(app, operation);
    const ids = async (range: {
      max: number;
      offset: number;
      order: 'asc' | 'desc';
      sortBy: string;
    }) => {
      const { status, body } = await caller.send(operation, {
        ...(example.params ? { params: example.params } : {}),
        ...(example.body ? { body: example.body } : {}),
        query: { ...example.query, ...range },
      });
      expect({ status, body }).toMatchObject({ status: 200 });
      const { data } = body as { data: readonly { _id?: string }[] };
      return data.map(({ _id }) => _id);
    };
    for (const sortBy of keys)
      for (const order of ['asc', 'desc'] as const) {
        const first = await ids({ max: 3, offset: 0, order, sortBy });
        const rest = await ids({ max: 197, offset: 3, order, sortBy });
        expect
          .soft(await ids({ max: 200, offset: 0, order, sortBy }), `${sortBy}, ${order}`)
          .toEqual([...first, ...rest]);
      }
  },
);
