import { expect, test, vi } from 'vitest';
import { createLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { importAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  createQuestion,
  listQuestionChanges,
  listQuestions,
  listQuestionVersions,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import {
  getWorksheet,
  listWorksheets,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import {
  importColumns,
  previewOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { useOwnTestApp } from './build-test-app.ts';
import { aFile, aRow } from './factories/import.factory.ts';
import { aBigWorksheet, bigQuestions, bigVersions } from './factories/big-questions.factory.ts';
import { anOpenUnit, aQuestion, aQuestionBody } from './factories/question.factory.ts';
import { formOf } from './multipart.ts';
import { expectWithinBars, useMeasuredApi } from './measured-api.ts';
import { pathOf } from './sign-in-as.ts';
import type { Api } from './stage.ts';

/** Input that ended the process before it was limited. Fixtures are generated. */

const app = useOwnTestApp();
const api = useMeasuredApi(app);

// The limits apply to the measured process; the duration of a test depends on the machine's load.
vi.setConfig({ testTimeout: 120_000 });

/** Sends a raw body, so that the test creates no objects for it. */
const post = async (staff: Api, operation: AnyOperation, body: string, params = {}) => {
  const answer = await fetch(`${api.address}${pathOf(operation, params)}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
};

/** A JSON list of `count` copies of a text. */
const list = (text: string, count: number) => `[${`${text},`.repeat(count - 1)}${text}]`;

test('refuses a file of 2.45 million numbers as questions', async () => {
  const staff = await api.as('Typist');
  await post(staff, importQuestions, JSON.stringify({ content: '[]' }));
  const body = JSON.stringify({ content: list('1', 2_450_000) });
  const { result, measures } = await api.measure(() => post(staff, importQuestions, body));
  expect(result).toMatchObject({
    status: 422,
    text: expect.stringContaining('question_file') as string,
  });
  expectWithinBars(measures);
});

test('imports 500 questions of 10 kB from one file', async () => {
  const staff = await api.as('Typist');
  await post(staff, importQuestions, JSON.stringify({ content: '[]' }));
  const big = `<p>${'Why is it so? '.repeat(650)}</p>`;
  const questions = Array.from({ length: 500 }, (_, place) => ({
    ...aQuestionBody({ context: '' }),
    unit: [anOpenUnit({ question_body: `<p>Question ${place}</p>${big}` })],
  }));
  const body = JSON.stringify({ content: JSON.stringify(questions) });
  const { result, measures } = await api.measure(() => post(staff, importQuestions, body));
  expect(result.text).toContain('"imported":500');
  expectWithinBars(measures);
});

test('refuses a CSV preview of 5.3 million empty rows', async () => {
  const staff = await api.as('Admin');
  const bodyOf = (rows: string) =>
    `{"file_name":"a.csv","columns":${JSON.stringify(importColumns)},"rows":${rows}}`;
  await post(staff, previewOrderImport, bodyOf('[[]]'));
  const body = bodyOf(list('[]', 5_300_000));
  const { result, measures } = await api.measure(() => post(staff, previewOrderImport, body));
  expect(result).toMatchObject({
    status: 422,
    text: expect.stringContaining('file_too_long') as string,
  });
  expectWithinBars(measures);
});

test('refuses 1.3 million empty rows of participants, and 300,000 units of a question', async () => {
  const staff = await api.as('Admin');
  const id = crypto.randomUUID();
  const send = async (rows: string, units: string) => [
    await post(staff, importAttendance, `{"file_name":"a.csv","rows":${rows}}`, { id }),
    await post(staff, createQuestion, `{"subject":"Mathematics","unit":${units}}`),
  ];
  await send('[]', '[]');
  const [rows, units] = [list('[]', 1_300_000), list('{}', 300_000)];
  const { result, measures } = await api.measure(() => send(rows, units));
  expect(result).toMatchObject([
    {
      status: 422,
      text: expect.stringContaining('more than 5,000 rows of at most 40 cells') as string,
    },
    { status: 413, text: expect.stringContaining('more than 20,000 values') as string },
  ]);
  expectWithinBars(measures);
});

test('refuses a form of 39 fields with 21,000 objects each', async () => {
  const staff = await api.as('Admin');
  const field = list('{}', 21_000);
  const names = Array.from({ length: 39 }, (_, index) => `field${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, field]));
  const photo = { field: 'cover_photo', content: Buffer.from('a picture') };
  const { payload, headers } = formOf(fields, photo);
  const send = async () => {
    const answer = await fetch(`${api.address}${pathOf(createLiveSession)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, ...headers },
      body: new Uint8Array(payload),
    });
    return answer.text();
  };
  const { result, measures } = await api.measure(send);
  expect(result).toContain('This field contains more than 1,000 values.');
  expectWithinBars(measures);
});

test('previews a CSV file of 5,000 rows', async () => {
  const staff = await api.as('Admin');
  const bodyOf = (rows: number) =>
    JSON.stringify(aFile(Array.from({ length: rows }, () => aRow())));
  await post(staff, previewOrderImport, bodyOf(1));
  const body = bodyOf(5000);
  const { result, measures } = await api.measure(() => post(staff, previewOrderImport, body));
  expect(result.status).toBe(200);
  expectWithinBars(measures);
});

test('lists 200 questions of 0.9 MB', async () => {
  const { id } = await aQuestion(app);
  await bigQuestions(app, id, 200);
  const staff = await api.as('Typist');
  await staff.call(listQuestions, { query: { max: 1, filter: { _id: id } } });
  const query = { max: 200, filter: { subject: 'Science' } };
  const { measures } = await api.measure(() => staff.call(listQuestions, { query }));
  expectWithinBars(measures);
});

test('shows a worksheet of 100 questions of 0.9 MB', async () => {
  const { id } = await aQuestion(app);
  const words = await bigQuestions(app, id, 100);
  const staff = await api.as('Typist');
  const worksheet = await aBigWorksheet(app, staff.id, words);
  await staff.call(listWorksheets);
  const params = { id: worksheet };
  const { result, measures } = await api.measure(() => staff.call(getWorksheet, { params }));
  expect(result.data.question).toHaveLength(100);
  expect(result.data.picked.at(-1)?.context).toContain('too large to show this question');
  expectWithinBars(measures);
});

test('shows 120 versions of a question of 0.9 MB, and its timeline', async () => {
  const { id } = await aQuestion(app);
  await bigVersions(app, id, 120);
  const staff = await api.as('Typist');
  const call = { params: { id }, query: { max: 1, offset: 120 } };
  await staff.call(listQuestionVersions, call);
  await staff.call(listQuestionChanges, call);
  const query = { max: 200 };
  const versions = await api.measure(() =>
    staff.call(listQuestionVersions, { params: { id }, query }),
  );
  expectWithinBars(versions.measures);
  const changes = await api.measure(() =>
    staff.call(listQuestionChanges, { params: { id }, query }),
  );
  expectWithinBars(changes.measures);
});
