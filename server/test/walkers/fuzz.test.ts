import { inspect } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { tokenScopes } from 'staffroom-contract/domains/identity/permissions.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import { errorAnswerSchema, type ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { useOwnTestApp } from '../build-test-app.ts';
import { anImageFile } from '../factories/image.factory.ts';
import { aSystem } from '../factories/service-token.factory.ts';
import { formOf, multipartOf, type TestFile } from '../multipart.ts';
import { pathOf, signInAs } from '../sign-in-as.ts';
import { unique } from '../unique.ts';
import { ofEachKind, seed, someOf, thirdOf, walksAll } from '../walk.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostilePlaces,
  hostileTexts,
  hostileValues,
} from './hostile-values.ts';
import { fieldsOf, filterFieldsOf, withValueAt, type FieldPath } from './input-fields.ts';

// Thousands of requests per test: seconds on an idle machine, longer under load.
vi.setConfig({ testTimeout: 180_000 });

const app = useOwnTestApp();

type Sent = {
  url?: string;
  query?: Record<string, string>;
  payload?: string | Buffer;
  headers?: Record<string, string>;
};
type Answered = { status: number; type: string; text: string };

const named = (operations: readonly AnyOperation[]) =>
  operations.map((operation) => ({ name: operation.name, operation }));
const withBody = allOperations.filter((operation) => operation.body);
const withJson = withBody.filter((operation) => !operation.multipart);
const withFile = allOperations.filter((operation) => operation.multipart);
const lists = allOperations.filter((operation) => filterFieldsOf(operation.query).length > 0);

/** One operation per method of a third of the domains is tried with all values that its schemas accept. */
const byDomain = ({ domain, method, inThread }: AnyOperation) =>
  inThread ? 'in a thread' : [domain, method];
const tried = (operations: readonly AnyOperation[], place: number) =>
  named(thirdOf(ofEachKind(operations, byDomain), place));
const triedBodies = tried(withBody, 0);
const triedQueries = tried(
  allOperations.filter(({ query }) => query),
  1,
);
const triedLists = tried(lists, 2);

/** Starting a thread takes much longer than the call, so one of eight calls is made, chosen by the seed. */
const fewerInThread = <T>({ inThread }: AnyOperation, all: readonly T[]): readonly T[] =>
  inThread && !walksAll ? all.filter((_each, index) => index % 8 === seed() % 8) : all;

let token = '';
let systemToken = '';
const renewSession = async () => {
  token = (await signInAs(app, 'Admin', {})).token;
  systemToken = (await aSystem(app, ...tokenScopes)).token;
};
const tokenFor = ({ access }: AnyOperation) =>
  typeof access === 'object' && 'scope' in access ? systemToken : token;
beforeAll(renewSession);

/** Sends as an Admin; if the operation ends the session, it is sent again with a new one. */
const send = async (operation: AnyOperation, sent: Sent): Promise<Answered> => {
  const once = async () => {
    const answer = await app.http.inject({
      method: operation.method,
      url: sent.url ?? pathOf(operation),
      ...(sent.query ? { query: sent.query } : {}),
      headers: {
        ...(operation.access === 'public'
          ? {}
          : { authorization: `Bearer ${tokenFor(operation)}` }),
        ...(sent.payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    });
    const type = answer.headers['content-type'] ?? '';
    return { status: answer.statusCode, type: String(type), text: answer.body };
  };
  const first = await once();
  if (
    first.status !== 401 ||
    operation.access === 'public' ||
    sent.headers?.['authorization'] !== undefined
  )
    return first;
  await renewSession();
  return once();
};

const parse = (answer: Answered): ErrorAnswer | undefined => {
  try {
    return errorAnswerSchema.parse(JSON.parse(answer.text));
  } catch {
    return undefined;
  }
};

/** Returns the fault of an answer, if any: a 5xx, a wrong shape, or a 400 without a field. */
const judge = (answer: Answered): string | undefined => {
  const shown = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) return `failed on our side: ${shown}`;
  if (answer.status < 400) return undefined;
  const failure = parse(answer);
  if (!failure || !answer.type.startsWith('application/json')) return `is not the shape: ${shown}`;
  const { errors } = failure.message;
  if (answer.status === 400 && errors.some((item) => item.code !== 'malformed_json' && !item.field))
    return `names no field: ${shown}`;
  if (/\bat \S+ \(|node_modules|Failed query|select .* from/.test(answer.text))
    return `shows an inner detail: ${shown}`;
  return undefined;
};

/** Sends all attempts and returns all faults, so that one run shows every defect. */
const attack = async (
  operation: AnyOperation,
  attempts: Iterable<{ what: unknown; sent: Sent }>,
): Promise<string> => {
  const found: string[] = [];
  for (const { what, sent } of attempts) {
    const fault = judge(await send(operation, sent));
    if (fault) found.push(`${JSON.stringify(what).slice(0, 120)} ${fault}`);
  }
  return found.join('\n');
};

const triedShapes = new Set<string>();
/** Values are compared completely. */
const whole = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity } as const;

/**
 * Attempts for the field at `place`: all values on the first field of each shape, a third on further ones. Refused
 * values reach no operation, so each refusal is tried once per shape, and one value for every field.
 */
const worthSending = <Attempt extends { input: unknown }>(
  schema: AnyOperation['body'],
  { shape, place }: { shape: string; place: number },
  attempts: readonly Attempt[],
): { taken: Attempt[]; refused: Attempt[] } => {
  const taken = new Map<string, Attempt>();
  const refused = new Map<string, Attempt>();
  const isNew = !triedShapes.has(shape);
  triedShapes.add(shape);
  for (const attempt of isNew ? attempts : thirdOf(attempts, place)) {
    const read = schema?.safeParse(attempt.input);
    if (read?.success) taken.set(inspect(read.data, whole), attempt);
    else
      refused.set(
        inspect(
          read?.error.issues.map(({ code, path, message }) => [code, path, message]),
          whole,
        ),
        attempt,
      );
  }
  const ways = [...refused.values()];
  return { taken: [...taken.values()], refused: isNew ? ways : ways.slice(0, 1) };
};

const allOf = <Attempt>({ taken, refused }: { taken: Attempt[]; refused: Attempt[] }) => [
  ...taken,
  ...refused,
];

const urlWith = (operation: AnyOperation, example: Example) => pathOf(operation, example.params);

const queryWith = (query: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** A body in the operation's format: JSON, or a form with the example's file. */
const carrying = (operation: AnyOperation, { file }: Example, body: unknown): Sent =>
  operation.multipart
    ? formOf(body as object, ...filesOf(operation, file))
    : { payload: JSON.stringify(body) };

const filesOf = ({ multipart }: AnyOperation, file: Example['file']) =>
  file ? [{ field: multipart?.field ?? '', ...file }] : [];

/** The body with unique values for each call, so that the call gets as far as possible. */
const freshBody = ({ body, fresh }: Example): Example['body'] => ({ ...body, ...fresh?.() });

type Trial = { path: FieldPath; value: unknown };

/** Values that the schema accepts for a field, used in turn. */
type Takes = { path: FieldPath; values: unknown[] };

/**
 * Sends every accepted value, several fields per call: a success proves all. A refusal hides later problems, so the
 * halves are tried apart; a field refused alone is sent alone from then on.
 */
const attackTogether = async (
  operation: AnyOperation,
  example: Example,
  fields: readonly Takes[],
) => {
  const url = urlWith(operation, example);
  const refusing = new Set<string>();
  const found: string[] = [];
  const attackWith = async (trials: readonly Trial[]): Promise<void> => {
    if (trials.length === 0) return;
    const input = trials.reduce<unknown>(
      (body, { path, value }) => withValueAt(body, path, value),
      freshBody(example),
    );
    const isAlone = trials.length === 1;
    if (isAlone || operation.body?.safeParse(input).success) {
      const answer = await send(operation, { url, ...carrying(operation, example, input) });
      const fault = judge(answer);
      if (fault) found.push(`${JSON.stringify(trials).slice(0, 300)} ${fault}`);
      if (answer.status < 300) return;
    }
    if (isAlone) refusing.add(trials[0]!.path.join('.'));
    else {
      const middle = Math.ceil(trials.length / 2);
      await attackWith(trials.slice(0, middle));
      await attackWith(trials.slice(middle));
    }
  };
  for (let round = 0; round < Math.max(...fields.map(({ values }) => values.length)); round += 1) {
    const trials = fields.flatMap(({ path, values }) =>
      round < values.length ? [{ path, value: values[round] }] : [],
    );
    const together = Map.groupBy(trials, ({ path }) =>
      // A field and its parent cannot both have a value.
      refusing.has(path.join('.')) ? path.join('.') : path.length,
    );
    for (const group of together.values()) await attackWith(group);
  }
  return found.join('\n');
};

/** The example's file, or another one. */
const aFileFor = async ({ file }: Example) => file ?? anImageFile();

const takesItems = ({ access }: AnyOperation) => typeof access === 'object' && 'scope' in access;

/** Items are read and answered separately, so one call contains many, with one value each. */
const attackByItems = async (
  operation: AnyOperation,
  example: Example,
  fields: readonly Takes[],
) => {
  const [item] = (example.body?.['items'] ?? []) as unknown[];
  const items = fields.flatMap(({ path, values }) =>
    values.map((value) => {
      const another = withValueAt(item, ['external_id'], unique('fuzz'));
      return withValueAt(another, path.slice(2), value);
    }),
  );
  const attempts = [];
  for (let start = 0; start < items.length; start += 25) {
    const payload = JSON.stringify({ items: items.slice(start, start + 25) });
    attempts.push({ what: payload, sent: { url: urlWith(operation, example), payload } });
  }
  return attack(operation, attempts);
};

describe('a value of every kind in every field of the body', () => {
  test.each(triedBodies)('$name', async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const fields = fieldsOf(operation.body);
    const body = freshBody(example);
    expect(operation.body?.safeParse(body).error).toBeUndefined();
    expect(fields).not.toEqual([]);
    const url = urlWith(operation, example);
    const refused: { what: unknown; sent: Sent }[] = [];
    const takes: Takes[] = [];
    for (const [place, { path, shape }] of fields.entries()) {
      const attempts = hostileValues.map((value) => ({
        value,
        input: withValueAt(body, path, value),
      }));
      const worth = worthSending(operation.body, { shape, place }, attempts);
      const taken = fewerInThread(operation, worth.taken);
      takes.push({ path, values: taken.map(({ value }) => value) });
      for (const { value, input } of fewerInThread(operation, worth.refused))
        refused.push({
          what: [path.join('.'), value],
          sent: { url, ...carrying(operation, example, input) },
        });
    }
    expect(await attack(operation, refused)).toBe('');
    const isOfItem = ({ path }: Takes) => takesItems(operation) && path.length > 2;
    const { true: ofItems = [], false: ofBody = [] } = Object.groupBy(takes, (each) =>
      isOfItem(each) ? 'true' : 'false',
    );
    expect(await attackTogether(operation, example, ofBody)).toBe('');
    expect(await attackByItems(operation, example, ofItems)).toBe('');
  });
});

describe('unexpected bodies', () => {
  const writing = allOperations.filter((operation) => operation.method !== 'GET');
  const kindOf = ({ method, body, bodyLimit, multipart, access }: AnyOperation) => [
    method,
    body !== undefined,
    bodyLimit,
    multipart !== undefined,
    access === 'public',
  ];

  test.each(named(ofEachKind(writing, kindOf)))('$name', async ({ operation }) => {
    const url = urlWith(operation, await exampleOf(operation, app));
    const attempts = fewerInThread(operation, hostileBodies).map(({ what, payload, type }) => ({
      what,
      sent: {
        url,
        payload,
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      },
    }));
    expect(await attack(operation, attempts)).toBe('');
  });

  /** A URL for calls that are refused by the type or size of their body. */
  const anyUrl = (operation: AnyOperation) =>
    `/api${operation.path.replaceAll(/\{\w+\}/g, '01980000-0000-7000-8000-000000000000')}`;

  test('operations with a JSON body accept only JSON', async () => {
    const others = hostileBodies.filter(
      ({ type }) => type?.includes('/') && !type.includes('charset'),
    );
    const taken: string[] = [];
    for (const operation of withJson)
      for (const { payload, type = '' } of others) {
        const headers = { 'content-type': type };
        const { status } = await send(operation, { url: anyUrl(operation), payload, headers });
        if (status !== 415) taken.push(`${operation.name} answers ${type} with ${status}`);
      }
    expect(taken).toEqual([]);
  });

  test('operations with a JSON body refuse one above their limit', async () => {
    const faults: string[] = [];
    for (const operation of withJson) {
      const limit = operation.bodyLimit ?? 1024 * 1024;
      const payload = `{"remark":"${'x'.repeat(limit)}"}`;
      const answer = await send(operation, { url: anyUrl(operation), payload });
      const fault = answer.status === 413 ? judge(answer) : `answers ${answer.status}`;
      if (fault !== undefined) faults.push(`${operation.name} ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test.each(named(withFile))(
    '$name accepts only a form with its one file',
    async ({ operation }) => {
      const example = await exampleOf(operation, app);
      const [file = { content: Buffer.alloc(0) }] = filesOf(operation, await aFileFor(example));
      const { content } = file;
      const url = urlWith(operation, example);
      const fields = freshBody(example) ?? {};
      const form = (...files: TestFile[]) => formOf(fields, ...files);
      const whole = form(file);
      const forms = {
        ...(operation.multipart?.optional ? {} : { 'no file': form() }),
        'two files': form(file, file),
        'another field': form({ ...file, field: 'surprise' }),
        'a field of every object': form({ ...file, field: '__proto__' }),
        'a name of paths': form({ ...file, name: '../../etc/passwd', content: Buffer.alloc(9) }),
        'an empty file': form({ ...file, content: Buffer.alloc(0) }),
        'half a file': form({ ...file, content: content.subarray(0, content.length / 2) }),
        'half a form': { ...whole, payload: whole.payload.subarray(0, 60) },
        'no boundary': { ...whole, headers: { 'content-type': 'multipart/form-data' } },
        'another boundary': {
          ...whole,
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        },
        'a text in place of the file': formOf({
          ...fields,
          [operation.multipart?.field ?? '']: 'x',
        }),
        'a field too many': formOf({ ...fields, surprise: 1 }, file),
        JSON: { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } },
      };
      for (const [what, sent] of Object.entries(forms)) {
        const answer = await send(operation, { url, ...sent });
        expect({ what, refused: [400, 415].includes(answer.status), fault: judge(answer) }).toEqual(
          {
            what,
            refused: true,
            fault: undefined,
          },
        );
      }
    },
  );

  test.each(named(withFile))('$name refuses a file above its limit', async ({ operation }) => {
    const { field = '', maxBytes = 0, tooLarge } = operation.multipart ?? {};
    const url = urlWith(operation, await exampleOf(operation, app));
    for (const size of [maxBytes + 1, 2 * maxBytes]) {
      const file = { field, content: Buffer.alloc(size) };
      const answer = await send(operation, { url, ...multipartOf(file) });
      expect({ status: answer.status, first: parse(answer)?.message.errors[0] }).toEqual({
        status: 413,
        first: { code: 'payload_too_large', message: tooLarge, field },
      });
    }
  });

  test.each(triedBodies)('$name refuses an unknown field by name', async ({ operation }) => {
    const example = await exampleOf(operation, app);
    // The form parser itself refuses the names of Object's own properties.
    const ofObjects = ['constructor', 'toString', 'hasOwnProperty'];
    for (const name of ['surprise', ...(operation.multipart ? [] : ofObjects)]) {
      const answer = await send(operation, {
        url: urlWith(operation, example),
        ...carrying(operation, example, { ...example.body, [name]: 1 }),
      });
      expect({ status: answer.status, errors: parse(answer)?.message.errors }).toMatchObject({
        status: 400,
        errors: [{ code: 'unknown_field', field: name }],
      });
    }
  });
});

describe('hostile texts in every part of the query', () => {
  test.each(triedQueries)('$name', async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const url = urlWith(operation, example);
    const fields = [
      ...fieldsOf(operation.query).map(({ path: [name], shape }) => ({
        name: String(name),
        shape: `query ${shape}`,
      })),
      { name: 'surprise', shape: 'unknown' },
      { name: '__proto__', shape: 'unknown' },
    ];
    const attempts = fields.flatMap(({ name, shape }, place) =>
      allOf(
        worthSending(
          operation.query,
          { shape, place },
          hostileTexts
            .filter((text) => text.isWellFormed())
            .map((text) => ({ text, input: { ...queryWith(example.query), [name]: text } })),
        ),
      ).map(({ text, input }) => ({ what: [name, text], sent: { url, query: input } })),
    );
    const twice = fields.map(({ name }) => ({
      what: [name, 'twice'],
      sent: { url: `${url}?${name}=1&${name}=2` },
    }));
    expect(await attack(operation, [...attempts, ...twice])).toBe('');
  });

  test.each(triedLists)('$name limits its pages', async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const url = urlWith(operation, example);
    for (const [name, value] of [
      ['max', '0'],
      ['max', '201'],
      ['max', '-1'],
      ['max', '1.5'],
      ['max', 'NaN'],
      ['offset', '-1'],
      ['offset', '1e99'],
      ['offset', 'NaN'],
      ['order', 'sideways'],
      ['sortBy', 'password_hash'],
      ['surprise', '1'],
    ] as const) {
      const query = { ...queryWith(example.query), [name]: value };
      const answer = await send(operation, { url, query });
      expect({ status: answer.status, field: parse(answer)?.message.errors[0]?.field }).toEqual({
        status: 400,
        field: name,
      });
    }
  });
});

describe('filters', () => {
  const operators = ['in', 'regex', 'between', 'gt', 'lt', 'exists', '$where', '__proto__'];
  const operatorsWith = (value: unknown): unknown[] => [
    value,
    { in: [value] },
    { regex: value },
    { between: [value, null] },
    { between: [null, value] },
    { gt: value },
    { exists: value },
  ];

  test.each(triedLists)('$name accepts every value in every field', async ({ operation }) => {
    const url = urlWith(operation, await exampleOf(operation, app));
    const attempts = filterFieldsOf(operation.query).flatMap(({ name, shape }, place) =>
      allOf(
        worthSending(
          operation.query,
          { shape: `filter ${shape}`, place },
          hostileValues.flatMap(operatorsWith).map((value) => ({
            value,
            input: { filter: JSON.stringify({ [name]: value }) },
          })),
        ),
      ).map(({ value, input }) => ({ what: [name, value], sent: { url, query: input } })),
    );
    expect(await attack(operation, attempts)).toBe('');
  });

  const noted = new Set<string>();

  // The rows are found as above; only the audit row with the filter is new, which is the same for each field shape.
  test.each(triedLists.filter(({ operation }) => operation.csv))(
    '$name downloads with accepted values',
    async ({ operation }) => {
      const url = urlWith(operation, await exampleOf(operation, app));
      const attempts = filterFieldsOf(operation.query).flatMap(({ name, shape }, place) => {
        const { taken } = worthSending(
          operation.query,
          { shape: `download ${shape}`, place },
          hostileValues
            .flatMap(operatorsWith)
            .map((value) => ({ value, input: { filter: JSON.stringify({ [name]: value }) } })),
        );
        const isNew = !noted.has(shape);
        noted.add(shape);
        return (isNew ? taken : taken.slice(0, 3)).map(({ value, input }) => ({
          what: [name, value],
          sent: { url, query: input, headers: { accept: 'text/csv' } },
        }));
      });
      expect(await attack(operation, attempts)).toBe('');
    },
  );

  test.each(triedLists)(
    '$name refuses an unknown field or operator by name',
    async ({ operation }) => {
      const url = urlWith(operation, await exampleOf(operation, app));
      const known = filterFieldsOf(operation.query)[0]?.name ?? '';
      for (const field of ['surprise', 'password_hash', 'constructor', '__proto__']) {
        const answer = await send(operation, { url, query: { filter: `{"${field}":"x"}` } });
        expect({ status: answer.status, field: parse(answer)?.message.errors[0]?.field }).toEqual({
          status: 400,
          field: `filter.${field}`,
        });
      }
      for (const operator of operators.filter((name) => name !== 'in')) {
        const answer = await send(operation, {
          url,
          query: { filter: `{"${known}":{"${operator}":[1]}}` },
        });
        expect(answer.status).toBe(400);
        expect(parse(answer)?.message.errors[0]?.field).toMatch(new RegExp(`^filter\\.${known}`));
      }
      const deep = await send(operation, { url, query: { filter: '['.repeat(19_000) } });
      expect({ status: deep.status, field: parse(deep)?.message.errors[0]?.field }).toEqual({
        status: 400,
        field: 'filter',
      });
    },
  );

  test.each(triedLists)('$name survives any JSON', async ({ operation }) => {
    const url = urlWith(operation, await exampleOf(operation, app));
    const fields = filterFieldsOf(operation.query).map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
        async (filter) => {
          const payload = JSON.stringify(filter);
          const answer = await send(operation, { url, query: { filter: payload } });
          expect(judge(answer)).toBeUndefined();
        },
      ),
      { seed: seed(), numRuns: someOf(25) },
    );
  });
});

test.each(triedBodies)('$name survives a body of any JSON', async ({ operation }) => {
  const example = await exampleOf(operation, app);
  const names = [...new Set(fieldsOf(operation.body).map(({ path: [name] }) => String(name)))];
  const runs = Array.from({ length: someOf(25) }, (_, run) => run);
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
      async (changes) => {
        const sent = carrying(operation, example, { ...freshBody(example), ...changes });
        const answer = await send(operation, { url: urlWith(operation, example), ...sent });
        expect(judge(answer)).toBeUndefined();
      },
    ),
    { seed: seed(), numRuns: fewerInThread(operation, runs).length },
  );
});

const withPlaces = allOperations.filter(({ params }) => params);
const placesOf = ({ domain, params }: AnyOperation) => [domain, fieldsOf(params)];

test.each(named(ofEachKind(withPlaces, placesOf)))(
  '$name survives every path',
  async ({ operation }) => {
    const attempts = hostilePlaces.map((place) => ({
      what: place,
      sent: {
        url: `/api${operation.path.replaceAll(/\{\w+\}/g, place)}`,
        ...(operation.body ? { payload: '{}' } : {}),
      },
    }));
    expect(await attack(operation, attempts)).toBe('');
  },
);

const kindOfHeaders = ({ method, body, multipart, access, csv }: AnyOperation) => [
  method,
  body !== undefined,
  multipart !== undefined,
  access === 'public',
  csv !== undefined,
];

test.each(named(ofEachKind(allOperations, kindOfHeaders)))(
  '$name survives odd headers',
  async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const form = operation.multipart && carrying(operation, example, freshBody(example) ?? {});
    const attempts = hostileHeaders.map((headers) => ({
      what: headers,
      sent: {
        url: urlWith(operation, example),
        query: queryWith(example.query),
        ...(example.body ? { payload: JSON.stringify(freshBody(example.body)) } : {}),
        ...form,
        headers: { ...form?.headers, ...headers },
      },
    }));
    expect(await attack(operation, attempts)).toBe('');
  },
);

test('Object.prototype is unchanged', () => {
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});
