import { describe, expect, test } from 'vitest';
import {
  archiveQuestion,
  getQuestion,
  tagQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  copyWorksheet,
  createWorksheet,
  deleteWorksheet,
  getWorksheet,
  listWorksheetChanges,
  listWorksheets,
  updateWorksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { anMcqUnit, anOpenUnit, aQuestion } from '../../../../test/factories/question.factory.ts';
import { aWorksheet } from '../../../../test/factories/worksheet.factory.ts';
import { unique } from '../../../../test/unique.ts';

const app = useTestApp();

const titles = async (query: Parameters<typeof listed>[0]) =>
  (await listed(query)).data.map(({ title }) => title);
const listed = async (query: { filter: object; sortBy?: 'title'; order?: 'asc' }) =>
  (await app.as('Tutor')).call(listWorksheets, { query });

const changeInstruction = async (id: string, instruction: string) =>
  (await app.as('Admin')).call(updateQuestion, { params: { id }, body: { instruction } });

describe('a new worksheet', () => {
  test('has its questions in order, its header as plain text, and the marks of all units', async () => {
    const one = await aQuestion(app, { unit: [anMcqUnit({ mark: 2 }), anOpenUnit({ mark: 1.5 })] });
    const other = await aQuestion(app, { unit: [anMcqUnit({ mark: 3 })] });
    const tutor = await app.as('Tutor', { name: 'Nadia Tan' });
    const { data } = await tutor.call(createWorksheet, {
      body: {
        title: '  Fractions & ratio <b>',
        header: '<script>alert(1)</script>',
        second_line: 'Primary 6 · Term 2',
        instructions: 'No calculators in <Section A>.',
        minutes: 45,
        working: 'large',
        question: [{ _id: other.id }, { _id: one.id }],
      },
    });
    expect(data).toMatchObject({
      title: 'Fractions & ratio <b>',
      header: '<script>alert(1)</script>',
      instructions: 'No calculators in <Section A>.',
      minutes: 45,
      has_logo: true,
      has_boxes: true,
      has_section_notes: true,
      has_sources: false,
      working: 'large',
      subject: 'Mathematics',
      marks: 6.5,
      question: [
        { _id: other.id, version: 1 },
        { _id: one.id, version: 1 },
      ],
      created_by: { name: 'Nadia Tan' },
      updated_by: { name: 'Nadia Tan' },
      version: 1,
    });
    expect(data.picked[1]).toMatchObject({
      _id: one.id,
      context: one.context,
      unit: one.unit,
      meta: one.meta,
      is_changed: false,
      is_archived: false,
    });
  });

  test('is created once per key', async () => {
    const title = unique('Once');
    const admin = await app.as('Admin');
    const body = { title, question: [{ _id: (await aQuestion(app)).id }] };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const made = await admin.call(createWorksheet, { body, headers });
    expect((await admin.call(createWorksheet, { body, headers })).data._id).toBe(made.data._id);
    expect(await titles({ filter: { title: { regex: title } } })).toEqual([title]);
  });

  test.each([
    ['no question', { question: [] }, 'question', 'Please add a question'],
    ['a title of 10,000 letters', { title: 'x'.repeat(10_000) }, 'title', 'At most 200 characters'],
    ['no title', { title: '   ' }, 'title', 'Please enter a title'],
    ['no time', { minutes: 0 }, 'minutes', 'The time is at least 1 minute'],
  ])('is refused with %s at the field', async (_name, wrong, field, message) => {
    const question = [{ _id: (await aQuestion(app)).id }];
    const answer = await (
      await app.as('Admin')
    ).refused(createWorksheet, { body: { title: 'Fractions', question, ...wrong } });
    expect(answer.body.message.errors).toMatchObject([{ field, message }]);
  });

  test('is refused with 201 questions', async () => {
    const question = Array.from({ length: 201 }, () => ({ _id: crypto.randomUUID() }));
    const answer = await (
      await app.as('Admin')
    ).refused(createWorksheet, { body: { title: 'Too many', question } });
    expect(answer.body.message.errors).toMatchObject([
      { field: 'question', message: 'A worksheet has at most 200 questions' },
    ]);
  });

  test('is refused with a repeated question, an unknown one, and one of another subject', async () => {
    const { id } = await aQuestion(app);
    const other = await aQuestion(app);
    const science = await aQuestion(app, { subject: 'Science', meta: {} });
    const answer = await (
      await app.as('Admin')
    ).refused(createWorksheet, {
      body: {
        title: 'Mixed',
        question: [
          { _id: id },
          { _id: id },
          { _id: crypto.randomUUID() },
          { _id: other.id, version: 7 },
          { _id: science.id },
        ],
      },
    });
    expect(answer).toMatchObject({
      body: {
        message: {
          errors: [
            {
              field: 'question.1',
              message: 'Question 2: This question is in the worksheet already',
            },
            {
              field: 'question.2',
              message: 'Question 3: This question or this version of it does not exist',
            },
            { field: 'question.3' },
            {
              field: 'question.4',
              message:
                'Question 5: A worksheet has questions of one subject; this one is of Science, the first of Mathematics',
            },
          ],
        },
      },
    });
  });

  test('is forbidden to users who only read the bank, and to others', async () => {
    const question = [{ _id: (await aQuestion(app)).id }];
    const agent = await app.as('Agent');
    expect(await agent.refused(createWorksheet, { body: { title: 'No', question } })).toMatchObject(
      {
        status: 403,
      },
    );
    expect(await agent.refused(listWorksheets, {})).toMatchObject({ status: 403 });
  });
});

describe('a question that changes after it was picked', () => {
  test('is printed as picked, shown as changed, and updated on request', async () => {
    const { id } = await aQuestion(app, { instruction: 'Show your working.' });
    const sheet = await aWorksheet(app, { question: [{ _id: id }] });
    await changeInstruction(id, 'Do not use a calculator.');

    const admin = await app.as('Admin');
    const params = { id: sheet.id };
    const { data: opened } = await admin.call(getWorksheet, { params });
    expect(opened.picked).toMatchObject([
      { instruction: 'Show your working.', version: 1, newest: 2, is_changed: true },
    ]);

    const { data: renewed } = await admin.call(updateWorksheet, {
      params,
      body: { question: [{ _id: id, version: 2 }], version: opened.version },
    });
    expect(renewed.picked).toMatchObject([
      { instruction: 'Do not use a calculator.', version: 2, is_changed: false },
    ]);
    expect(renewed.version).toBe(2);
  });

  test('that was only archived is not shown as changed, and stays in the worksheet', async () => {
    const { id } = await aQuestion(app);
    const sheet = await aWorksheet(app, { question: [{ _id: id }] });
    const admin = await app.as('Admin');
    await admin.call(archiveQuestion, { params: { id }, body: { is_archived: true } });
    const { data } = await admin.call(getWorksheet, { params: { id: sheet.id } });
    expect(data.picked).toMatchObject([
      { version: 1, newest: 2, is_changed: false, is_archived: true },
    ]);
    const saved = await admin.call(updateWorksheet, {
      params: { id: sheet.id },
      body: { title: 'Still whole', question: data.question },
    });
    expect(saved.data).toMatchObject({ title: 'Still whole', question: [{ _id: id, version: 1 }] });
  });

  test('that was only retagged is changed, because its section may differ', async () => {
    const { id } = await aQuestion(app);
    const sheet = await aWorksheet(app, { question: [{ _id: id }] });
    const admin = await app.as('Admin');
    await admin.call(tagQuestion, {
      params: { id },
      body: { topic: 'Ratio', skill: '', heuristic: '' },
    });
    const { data } = await admin.call(getWorksheet, { params: { id: sheet.id } });
    expect(data.picked[0]).toMatchObject({ is_changed: true, meta: { topic: 'Fractions' } });
    const { data: now } = await admin.call(getQuestion, { params: { id } });
    expect(now.meta.topic).toBe('Ratio');
  });
});

describe('saving a worksheet', () => {
  test('based on an older version is stale and changes nothing', async () => {
    const sheet = await aWorksheet(app);
    const params = { id: sheet.id };
    const tutor = await app.as('Tutor');
    await (
      await app.as('Admin')
    ).call(updateWorksheet, { params, body: { title: 'First', version: 1 } });
    const answer = await tutor.refused(updateWorksheet, {
      params,
      body: { title: 'Second', version: 1 },
    });
    expect(answer).toMatchObject({ status: 409, code: 'stale' });
    expect((await tutor.call(getWorksheet, { params })).data.title).toBe('First');
  });

  test('records who saved last; an unchanged save creates no version', async () => {
    const [one, other] = [await aQuestion(app), await aQuestion(app)];
    const sheet = await aWorksheet(app, { question: [{ _id: one.id }, { _id: other.id }] });
    const params = { id: sheet.id };
    const tutor = await app.as('Tutor', { name: 'Marcus Lee' });
    const same = await tutor.call(updateWorksheet, {
      params,
      body: { title: sheet.title, question: sheet.question },
    });
    expect(same.data).toMatchObject({ version: 1, updated_by: sheet.created_by });

    const { data } = await tutor.call(updateWorksheet, {
      params,
      body: { question: sheet.question.toReversed() },
    });
    expect(data).toMatchObject({ version: 2, updated_by: { name: 'Marcus Lee' } });
    expect(data.question).toEqual(sheet.question.toReversed());
    const { data: steps } = await tutor.call(listWorksheetChanges, { params });
    expect(steps).toHaveLength(2);
  });
});

test('the history of a worksheet lists its previous and current questions', async () => {
  const [first, second] = [
    await aQuestion(app, { context: '<p>How many beads are red?</p>' }),
    await aQuestion(app, { context: '<p>How many beads are blue?</p>' }),
  ];
  const { id } = await aWorksheet(app, { question: [{ _id: first.id }] });
  await changeInstruction(first.id, 'Estimate it.');
  const admin = await app.as('Admin');
  const params = { id };
  await admin.call(updateWorksheet, {
    params,
    body: { question: [{ _id: first.id, version: 2 }, { _id: second.id }], minutes: 50 },
  });
  const { data } = await admin.call(listWorksheetChanges, { params });
  expect(data[0]?.changes.filter(({ field }) => field === 'question')).toEqual([
    {
      field: 'question',
      from: 'How many beads are red?',
      to: 'How many beads are red? (version 2), How many beads are blue?',
    },
  ]);
});

describe('a copy', () => {
  test('has the same questions in the same versions, under its own name', async () => {
    const { id } = await aQuestion(app);
    const sheet = await aWorksheet(app, { title: 'Ratio', minutes: 30, question: [{ _id: id }] });
    await changeInstruction(id, 'Since then another.');
    const tutor = await app.as('Tutor', { name: 'Grace Lim' });
    const { data } = await tutor.call(copyWorksheet, { params: { id: sheet.id } });
    expect(data).toMatchObject({
      title: 'Copy of Ratio',
      minutes: 30,
      question: [{ _id: id, version: 1 }],
      created_by: { name: 'Grace Lim' },
      version: 1,
    });
    expect(data._id).not.toBe(sheet.id);
  });
});

describe('deleting a worksheet', () => {
  test('removes it from the list and keeps its questions', async () => {
    const { id } = await aQuestion(app);
    const sheet = await aWorksheet(app, { question: [{ _id: id }] });
    const admin = await app.as('Admin');
    const params = { id: sheet.id };
    await admin.call(deleteWorksheet, { params });
    expect(await admin.refused(getWorksheet, { params })).toMatchObject({ status: 404 });
    expect(await admin.refused(deleteWorksheet, { params })).toMatchObject({ status: 404 });
    expect((await admin.call(getQuestion, { params: { id } })).data._id).toBe(id);
  });
});

describe('the list', () => {
  test('finds worksheets by title and subject, with their number of questions and marks', async () => {
    const word = unique('Circles');
    const two = [
      await aQuestion(app, { unit: [anMcqUnit({ mark: 0.5 }), anOpenUnit({ mark: 4 })] }),
      await aQuestion(app, { unit: [anMcqUnit({ mark: 1 })] }),
    ];
    await aWorksheet(app, { title: `B ${word}`, question: two.map(({ id }) => ({ _id: id })) });
    const english = await aQuestion(app, { subject: 'English', meta: {} });
    await aWorksheet(app, { title: `a ${word}`, question: [{ _id: english.id }] });

    const filter = { title: { regex: word.toLowerCase() } };
    expect(await titles({ filter, sortBy: 'title', order: 'asc' })).toEqual([
      `a ${word}`,
      `B ${word}`,
    ]);
    expect(await titles({ filter })).toEqual([`a ${word}`, `B ${word}`]);
    expect(await listed({ filter: { ...filter, subject: 'Mathematics' } })).toMatchObject({
      data: [{ title: `B ${word}`, questions: 2, marks: 5.5, subject: 'Mathematics' }],
      count: 1,
    });
  });
});
