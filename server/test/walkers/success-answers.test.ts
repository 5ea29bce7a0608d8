import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from '@staffroom/contract/operations.ts';
import { callerOf } from '../factories/service-token.factory.ts';
import { useTestApp } from '../build-test-app.ts';
import { exampleOf } from './examples.ts';

const app = useTestApp();

const named = allOperations.map((operation) => ({ name: operation.name, operation }));

type Documented = {
  operationId: string;
  summary: string;
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};
type Document = {
  openapi: string;
  security: object[];
  paths: Record<string, Record<string, Documented>>;
};

let document: Document;
beforeAll(async () => {
  const answer = await app.http.inject({ method: 'GET', url: '/api/openapi.json' });
  document = JSON.parse(answer.body) as Document;
});

const documented = (operation: (typeof allOperations)[number]) =>
  document.paths[`/api${operation.path}`]?.[operation.method.toLowerCase()];

const comparable = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

/** Texts, numbers and moments that were sent and are shown otherwise: cents for decimals, another column. */
const differingValues = (sent: Record<string, unknown> = {}, answer: unknown) => {
  const shown = (answer as { data: Record<string, unknown> | null }).data ?? {};
  return Object.entries(sent).filter(
    ([name, value]) =>
      name !== 'version' &&
      typeof value !== 'object' &&
      name in shown &&
      typeof shown[name] === typeof value &&
      comparable(shown[name]) !== comparable(value),
  );
};

describe('every operation, called as it is meant', () => {
  test.each(named)('$name answers what contract and document promise', async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const api = await callerOf(app, operation);
    const answer = await api.send(operation, {
      ...(example.params ? { params: example.params } : {}),
      ...(example.query ? { query: example.query } : {}),
      ...(example.body ? { body: example.body } : {}),
      ...(example.file ? { file: example.file } : {}),
    });
    const status = operation.status ?? 200;
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    if (operation.file) {
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+"/);
      expect(String(answer.body)).not.toBe('');
      return;
    }
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const parsed = operation.response.parse(answer.body);
    expect(answer.body, 'nothing beyond the contract').toEqual(parsed);
    expect(differingValues(example.body, answer.body), 'what was written is shown').toEqual([]);
    const schema = documented(operation)?.responses[status]?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    expect(z.fromJSONSchema(schema as never).safeParse(answer.body).error).toBeUndefined();
  });

  test.each(named.filter(({ operation }) => operation.csv))(
    '$name also answers as CSV',
    async ({ operation }) => {
      const example = await exampleOf(operation, app);
      const admin = await app.as('Admin');
      const answer = await admin.send(operation, {
        ...(example.params ? { params: example.params } : {}),
        ...(example.query ? { query: example.query } : {}),
        ...(example.body ? { body: example.body } : {}),
        headers: { accept: 'text/csv' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="[\w.-]+\.csv"$/,
      );
      expect(String(answer.body).split('\r\n').length).toBeGreaterThan(2);
    },
  );
});

describe('the OpenAPI document', () => {
  test('holds every operation and nothing else', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.security).toEqual([{ bearer: [] }]);
    const listed = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(listed.toSorted()).toEqual(allOperations.map((operation) => operation.name).toSorted());
  });

  test.each(named)('says what $name takes, answers and needs', ({ operation }) => {
    const found = documented(operation);
    expect(found).toMatchObject({ operationId: operation.name, summary: operation.summary });
    expect(Object.keys(found?.responses ?? {})).toContain(String(operation.status ?? 200));
    // Without a `security` of its own an operation needs what the document asks of all.
    expect(found?.security).toEqual(operation.access === 'public' ? [] : undefined);
    const kinds = Object.keys(found?.requestBody?.content ?? {});
    if (operation.multipart) expect(kinds).toEqual(['multipart/form-data']);
    else expect(kinds).toEqual(operation.body ? ['application/json'] : []);
    const places = (found?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    const expected = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(places.map((parameter) => parameter.name)).toEqual(expected);
    const queries = (found?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const known = operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : [];
    expect(queries.map((parameter) => parameter.name).toSorted()).toEqual(known.toSorted());
  });

  test.each(named.filter(({ operation }) => operation.file))(
    'says that $name answers bytes',
    ({ operation }) => {
      const answer = documented(operation)?.responses[200];
      expect(answer?.content['application/octet-stream']?.schema).toEqual({
        type: 'string',
        format: 'binary',
      });
    },
  );

  test.each(named.filter(({ operation }) => operation.multipart))(
    'names the field in which $name takes its file',
    ({ operation }) => {
      const form = documented(operation)?.requestBody?.content['multipart/form-data']?.schema;
      const { field = '', optional = false } = operation.multipart ?? {};
      expect(form).toMatchObject({ properties: { [field]: { type: 'string', format: 'binary' } } });
      const { required = [] } = form as { required?: string[] };
      expect(required.includes(field)).toBe(!optional);
      const fields = operation.body instanceof z.ZodObject ? Object.keys(operation.body.shape) : [];
      const { properties } = form as { properties: object };
      expect(Object.keys(properties).toSorted()).toEqual([...fields, field].toSorted());
    },
  );

  test('is browsable', async () => {
    const page = await app.http.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });
});
