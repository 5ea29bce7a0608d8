import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from 'staffroom-contract/operations.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { callerOf } from '../factories/service-token.factory.ts';
import { useOwnTestApp, useTestApp } from '../build-test-app.ts';
import { openZoomServer } from '../zoom-server.ts';
import { exampleOf } from './examples.ts';

const app = useTestApp();

/** Operations that need a Zoom account. */
const onZoom = new Set(['getStartLink', 'requestAttendanceReport']);
const zoomServer = await openZoomServer();
afterAll(zoomServer.close);
const zoomApp = useOwnTestApp({ settings: { zoom: zoomServer.settings } });

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

const documented = (operation: AnyOperation) =>
  document.paths[`/api${operation.path}`]?.[operation.method.toLowerCase()];

const comparable = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

/** Fields that are only in the record's history, although a field of the same name exists. */
const historyOnly: Record<string, readonly string[]> = { acceptPaidAmount: ['remark'] };

/** Values that were sent but are returned differently, such as cents instead of decimals or another column. */
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

describe('every operation, called with its example,', () => {
  test.each(named)('$name answers as promised by contract and document', async ({ operation }) => {
    const stage = onZoom.has(operation.name) ? zoomApp : app;
    const example = await exampleOf(operation, stage);
    const api = await callerOf(stage, operation);
    const { params, query, body } = example;
    const asked = {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
    };
    if (operation.csv) await expectCsv(operation, asked);
    const answer = await api.send(operation, {
      ...asked,
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
    const differing = differingValues(example.body, answer.body).filter(
      ([name]) => !historyOnly[operation.name]?.includes(name),
    );
    expect(differing, 'what was written is shown').toEqual([]);
    const schema = documented(operation)?.responses[status]?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    expect(z.fromJSONSchema(schema as never).safeParse(answer.body).error).toBeUndefined();
  });
});

/** Expects a CSV file with at least one row from the same call. */
const expectCsv = async (operation: AnyOperation, asked: object) => {
  const admin = await app.as('Admin');
  const answer = await admin.send(operation, { ...asked, headers: { accept: 'text/csv' } });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  expect(String(answer.body).split('\r\n').length).toBeGreaterThan(2);
};

describe('the OpenAPI document', () => {
  test('contains exactly the operations', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.security).toEqual([{ bearer: [] }]);
    const listed = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(listed.toSorted()).toEqual(allOperations.map((operation) => operation.name).toSorted());
  });

  test('describes what every operation accepts, returns and needs', () => {
    for (const operation of allOperations) {
      const { name, summary, status = 200, access, multipart, body, path, query } = operation;
      const found = documented(operation);
      expect.soft(found, name).toMatchObject({ operationId: name, summary });
      expect.soft(Object.keys(found?.responses ?? {}), name).toContain(String(status));
      // Without its own `security` an operation has that of the document.
      expect.soft(found?.security, name).toEqual(access === 'public' ? [] : undefined);
      const kinds = Object.keys(found?.requestBody?.content ?? {});
      if (multipart) expect.soft(kinds, name).toEqual(['multipart/form-data']);
      else expect.soft(kinds, name).toEqual(body ? ['application/json'] : []);
      const places = (found?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
      expect
        .soft(
          places.map((parameter) => parameter.name),
          name,
        )
        .toEqual(expected);
      const queries = (found?.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const known = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      expect
        .soft(queries.map((parameter) => parameter.name).toSorted(), name)
        .toEqual(known.toSorted());
    }
  });

  test('says which operations return bytes', () => {
    for (const operation of allOperations.filter(({ file }) => file)) {
      const answer = documented(operation)?.responses[200];
      expect
        .soft(answer?.content['application/octet-stream']?.schema, operation.name)
        .toEqual({ type: 'string', format: 'binary' });
    }
  });

  test('names the field for the file of an operation', () => {
    for (const operation of allOperations.filter(({ multipart }) => multipart)) {
      const { name, body } = operation;
      const form = documented(operation)?.requestBody?.content['multipart/form-data']?.schema;
      const { field = '', optional = false } = operation.multipart ?? {};
      expect
        .soft(form, name)
        .toMatchObject({ properties: { [field]: { type: 'string', format: 'binary' } } });
      const { required = [], properties = {} } = (form ?? {}) as {
        required?: string[];
        properties?: object;
      };
      expect.soft(required.includes(field), name).toBe(!optional);
      const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
      expect.soft(Object.keys(properties).toSorted(), name).toEqual([...fields, field].toSorted());
    }
  });

  test('can be browsed', async () => {
    const page = await app.http.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });
});
