import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from 'staffroom-contract/operations.ts';
import { errorCatalogue } from 'staffroom-contract/shared/errors.ts';
import { operation, type AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { handle, registerRoute, urlOf } from '../../src/platform/handle.ts';
import { useTestApp } from '../build-test-app.ts';
import { examples } from './examples.ts';
import { filterFieldsOf } from './input-fields.ts';

const app = useTestApp();

const doubles = (values: string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the list of operations', () => {
  test('has no duplicate names or paths', () => {
    expect(doubles(allOperations.map((one) => one.name))).toEqual([]);
    expect(
      doubles(allOperations.map((one) => `${one.method} ${one.path.replaceAll(/\{\w+\}/g, '{}')}`)),
    ).toEqual([]);
  });

  test('every operation has a route', () => {
    const without = allOperations.filter(
      (one) => !app.http.hasRoute({ method: one.method, url: urlOf(one) }),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('every operation refuses only with codes of the catalogue, and names each once', () => {
    const wrong = allOperations.flatMap(({ name, errors = [] }) => [
      ...errors.flatMap((code) => (Object.hasOwn(errorCatalogue, code) ? [] : [`${name} ${code}`])),
      ...doubles([...errors]).map((code) => `${name} ${code} twice`),
    ]);
    expect(wrong).toEqual([]);
  });

  test('every operation has exactly the parameters of its path', () => {
    const places = allOperations.map(({ name, path }) => ({
      name,
      places: [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place).toSorted(),
    }));
    const taken = allOperations.map(({ name, params }) => ({
      name,
      places: params instanceof z.ZodObject ? Object.keys(params.shape).toSorted() : [],
    }));
    expect(taken).toEqual(places);
  });

  const isRefused = (schema: z.ZodType | undefined, input: object, field: string) =>
    schema === undefined ||
    schema
      .safeParse(input)
      .error?.issues.some(({ path, ...issue }) =>
        ('keys' in issue ? issue.keys : [undefined]).some(
          (key) => [...path, ...(key === undefined ? [] : [key])].join('.') === field,
        ),
      ) === true;

  test('no operation accepts an unknown field', () => {
    const takes = allOperations.flatMap(({ name, body, query }) =>
      ['surprise', 'constructor', 'toString', 'hasOwnProperty'].flatMap((field) =>
        isRefused(body, { [field]: 1 }, field) && isRefused(query, { [field]: '1' }, field)
          ? []
          : [`${name} ${field}`],
      ),
    );
    expect(takes).toEqual([]);
  });

  test('every list limits its pages, and accepts only its own filter fields and operators', () => {
    const lists = allOperations.filter(({ query }) => filterFieldsOf(query).length > 0);
    expect(lists).not.toEqual([]);
    const takes = lists.flatMap(({ name, query }) => {
      const [known] = filterFieldsOf(query);
      const refused = [
        ...['0', '201', '-1', '1.5', 'NaN'].map((max) => ['max', { max }] as const),
        ...['-1', '1e99', 'NaN'].map((offset) => ['offset', { offset }] as const),
        ['order', { order: 'sideways' }] as const,
        ['sortBy', { sortBy: 'password_hash' }] as const,
        ...['surprise', 'password_hash', 'constructor', '__proto__'].map(
          (field) => [`filter.${field}`, { filter: `{"${field}":"x"}` }] as const,
        ),
      ];
      const operators = ['regex', 'between', 'gt', 'lt', 'exists', '$where', '__proto__'];
      return [
        ...refused.flatMap(([field, input]) =>
          isRefused(query, input, field) ? [] : [`${name} ${JSON.stringify(input)}`],
        ),
        ...operators.flatMap((operator) => {
          const filter = `{"${known?.name}":{"${operator}":[1]}}`;
          return query?.safeParse({ filter }).success ? [`${name} ${filter}`] : [];
        }),
      ];
    });
    expect(takes).toEqual([]);
  });

  test('has an example for every operation, and no other examples', () => {
    expect(Object.keys(examples).toSorted()).toEqual(
      allOperations.map((one) => one.name).toSorted(),
    );
  });
});

describe('an operation without access rules', () => {
  const build = (access: unknown) => {
    const unguarded = {
      ...operation({
        name: 'openDoor',
        domain: 'identity',
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
      throw new Error('Not called in this test.');
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

  test('is accepted if it is public on purpose', () => {
    expect(() => build('public')).not.toThrow();
  });
});
