import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from '@staffroom/contract/operations.ts';
import { errorCatalogue } from '@staffroom/contract/shared/errors.ts';
import { operation, type AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { handle, registerRoute, urlOf } from '../../src/platform/handle.ts';
import { useTestApp } from '../build-test-app.ts';
import { examples } from './examples.ts';

const app = useTestApp();

const named = allOperations.map((one) => ({ name: one.name, operation: one }));
const doubles = (values: string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the list of operations', () => {
  test('no name and no path is given twice', () => {
    expect(doubles(allOperations.map((one) => one.name))).toEqual([]);
    expect(
      doubles(allOperations.map((one) => `${one.method} ${one.path.replaceAll(/\{\w+\}/g, '{}')}`)),
    ).toEqual([]);
  });

  test.each(named)('$name has a route', ({ operation: one }) => {
    expect(app.http.hasRoute({ method: one.method, url: urlOf(one) })).toBe(true);
  });

  test.each(named)('$name refuses only with codes of the catalogue', ({ operation: one }) => {
    for (const code of one.errors ?? []) expect(Object.keys(errorCatalogue)).toContain(code);
    expect(doubles([...(one.errors ?? [])])).toEqual([]);
  });

  test.each(named)('$name takes exactly the places of its path', ({ operation: one }) => {
    const places = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const known = one.params instanceof z.ZodObject ? Object.keys(one.params.shape) : [];
    expect(known.toSorted()).toEqual(places.toSorted());
  });

  test('every operation has an example, and no example is left over', () => {
    expect(Object.keys(examples).toSorted()).toEqual(
      allOperations.map((one) => one.name).toSorted(),
    );
  });
});

describe('an operation that nobody is named for', () => {
  const build = (access: unknown) => {
    const unguarded = {
      ...operation({
        name: 'openDoor',
        summary: 'Open the door',
        method: 'GET',
        path: '/door',
        access: 'public',
        response: z.object({ data: z.string() }),
      }),
      access,
    } as AnyOperation;
    const server = Fastify();
    const unused = () => {
      throw new Error('Nobody asks.');
    };
    registerRoute(
      server,
      handle(unguarded, async () => ({ data: 'open' })),
      {
        authenticate: unused,
        contextOf: unused,
      },
    );
  };

  test.each([undefined, null, [], 'everyone', ['/nowhere']].map((access) => ({ access })))(
    'is refused at start: $access',
    ({ access }) => {
      expect(() => build(access)).toThrow(/openDoor/);
    },
  );

  test('is taken when it is public on purpose', () => {
    expect(() => build('public')).not.toThrow();
  });
});
