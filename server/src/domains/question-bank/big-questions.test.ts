import { expect, test } from 'vitest';
import {
  createQuestion,
  getQuestion,
  jsonFile,
  listQuestionChanges,
  listQuestions,
  listQuestionVersions,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import { createWorksheet } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { bigQuestions, bigVersions } from '../../../test/factories/big-questions.factory.ts';
import { anOpenUnit, aQuestion, aQuestionBody } from '../../../test/factories/question.factory.ts';

const app = useOwnTestApp();

type Page<Row> = { data: Row[]; count: number; next_offset?: number | undefined };

/** All rows of a list, read page by page with each page's next offset, and the number of pages. */
const walk = async <Row>(max: number, page: (offset: number) => Promise<Page<Row>>) => {
  const rows: Row[] = [];
  let [pages, count] = [0, 0];
  for (let offset: number | undefined = 0; offset !== undefined; pages += 1) {
    const answer: Page<Row> = await page(offset);
    rows.push(...answer.data);
    count = answer.count;
    offset =
      answer.next_offset ?? (answer.data.length === max ? offset + answer.data.length : undefined);
  }
  return { rows, pages, count };
};

test('paging through large questions returns every question once', async () => {
  const small = await aQuestion(app, { subject: 'Science', meta: {} });
  await bigQuestions(app, small.id, 7);
  const typist = await app.as('Typist');
  const filter = { subject: 'Science' };
  const { rows, pages, count } = await walk(5, (offset) =>
    typist.call(listQuestions, { query: { max: 5, offset, filter } }),
  );
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(8);
  expect({ rows: rows.length, count, pages }).toEqual({ rows: 8, count: 8, pages: 4 });
  const { body } = await typist.send(listQuestions, {
    query: { filter },
    headers: { accept: jsonFile },
  });
  const file = (typeof body === 'string' ? JSON.parse(body) : body) as Page<{ _id: string }>;
  expect(new Set(file.data.map(({ _id }) => _id))).toEqual(new Set(rows.map(({ _id }) => _id)));
});

test('paging through the versions and the timeline of a large question returns every step once', async () => {
  const { id } = await aQuestion(app);
  await bigVersions(app, id, 8);
  const typist = await app.as('Typist');
  const versions = await walk(20, (offset) =>
    typist.call(listQuestionVersions, { params: { id }, query: { max: 20, offset } }),
  );
  expect(versions.rows.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(versions.pages).toBeGreaterThan(1);
  const changes = await walk(20, (offset) =>
    typist.call(listQuestionChanges, { params: { id }, query: { max: 20, offset } }),
  );
  expect(new Set(changes.rows.map(({ _id }) => _id)).size).toBe(9);
  expect(changes).toMatchObject({ count: 9, pages: 2 });
  expect(changes.rows.filter(({ action }) => action === 'question.updated')).toHaveLength(8);
  const last = changes.rows.find(({ action }) => action === 'question.updated');
  expect(last?.changes).toMatchObject([
    { field: 'context', to: expect.stringMatching('More') as string },
  ]);
});

const tooLarge = `<p>${'0123456789'.repeat(4900)}</p>`;
const units = Array.from({ length: 6 }, () => anOpenUnit({ question_body: tooLarge }));

test('refuses a question of more than 256 kB with advice', async () => {
  const typist = await app.as('Typist');
  const refused = await typist.refused(createQuestion, { body: aQuestionBody({ unit: units }) });
  expect(refused).toMatchObject({ status: 422, code: 'question_too_large', field: 'unit' });
  expect(refused.body.message.errors[0]?.message).toBe(
    'A question has at most 256 kB of text, without its pictures. Please shorten it, or split it into two questions.',
  );
  const { id } = await aQuestion(app);
  const change = await typist.refused(updateQuestion, { params: { id }, body: { unit: units } });
  expect(change).toMatchObject({ status: 422, code: 'question_too_large' });
});

test('refuses a question that cleaning makes larger than 256 kB', async () => {
  const typist = await app.as('Typist');
  const grows = `<p>${'&'.repeat(49_000)}</p>`;
  const unit = [grows, grows].map((question_body) => anOpenUnit({ question_body }));
  const refused = await typist.refused(createQuestion, { body: aQuestionBody({ unit }) });
  expect(refused.code).toBe('question_too_large');
});

test('refuses a worksheet of more than 4 MB with advice', async () => {
  const { id } = await aQuestion(app);
  await bigQuestions(app, id, 5);
  const typist = await app.as('Typist');
  const query = { max: 5, filter: { subject: 'Science', text: { regex: 'Big' } } };
  const { rows } = await walk(5, (offset) =>
    typist.call(listQuestions, { query: { ...query, offset } }),
  );
  const question = rows.slice(0, 5).map(({ _id }) => ({ _id }));
  const body = { title: 'Large', question };
  expect(await typist.refused(createWorksheet, { body })).toMatchObject({
    status: 422,
    code: 'worksheet_too_large',
    field: 'question',
  });
  const fewer = { ...body, question: question.slice(0, 4) };
  expect((await typist.call(createWorksheet, { body: fewer })).data.picked).toHaveLength(4);
});

test('an import leaves out a question of more than 256 kB and imports the rest', async () => {
  const typist = await app.as('Typist');
  const content = JSON.stringify([aQuestionBody({ unit: units }), aQuestionBody()]);
  const { data } = await typist.call(importQuestions, { body: { content } });
  expect(data.questions.map(({ state }) => state)).toEqual(['refused', 'imported']);
  expect(data.questions[0]?.problems).toEqual([
    'Question units: A question has at most 256 kB of text, without its pictures. Please shorten it, or split it into two questions.',
  ]);
});

test('an existing larger question is shown, and its tags can be changed', async () => {
  const { id } = await aQuestion(app);
  await bigQuestions(app, id, 1);
  const typist = await app.as('Typist');
  const query = { max: 1, filter: { subject: 'Science', text: { regex: 'Big' } } };
  const [big] = (await typist.call(listQuestions, { query })).data;
  const params = { id: big?._id ?? '' };
  expect((await typist.call(getQuestion, { params })).data.unit).toHaveLength(1);
  const { data } = await typist.call(updateQuestion, {
    params,
    body: { meta: { school: 'Tao Nan' } },
  });
  expect(data.meta.school).toBe('Tao Nan');
});
