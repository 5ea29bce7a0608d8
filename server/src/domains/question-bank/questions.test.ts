import { describe, expect, test } from 'vitest';
import {
  archiveQuestion,
  createQuestion,
  getQuestion,
  listQuestionChanges,
  listQuestions,
  tagQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anImageFile } from '../../../test/factories/image.factory.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  aQuestionBody,
  formula,
} from '../../../test/factories/question.factory.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

const half = formula(String.raw`\frac{1}{2}`);

const found = async (filter: Record<string, unknown>, rest: Record<string, unknown> = {}) => {
  const typist = await app.as('Typist');
  const { data, count } = await typist.call(listQuestions, { query: { filter, ...rest } });
  return { ids: data.map(({ _id }) => _id), count };
};

describe('a new question', () => {
  test('is returned as stored', async () => {
    const typist = await app.as('Typist', { name: 'Nadia Tan' });
    const answer = await typist.call(createQuestion, {
      body: {
        subject: 'Mathematics',
        level: ['primary-6', 'PRIMARY-5', 'primary-6'],
        instruction: '  Show your working clearly. ',
        context: `<p>A tank was ${half} filled.</p>`,
        unit: [
          anMcqUnit({ label: ' (a) ', hint: ' Draw it. ', uid: 'first' }),
          anOpenUnit({ label: '(b)', uid: 'second', mark: 2.5 }),
        ],
        meta: {
          year: 2021,
          school: ' Nan Hua Primary School ',
          topic: 'Fractions',
          skill: 'Fraction of a Whole',
          heuristic: 'Units and Parts',
          section: 'Word Problem (WP)',
        },
        is_self_checking: true,
      },
    });
    expect(answer).toEqual({
      status: 'success',
      msg: 'The question was added',
      data: {
        _id: answer.data._id,
        subject: 'Mathematics',
        level: ['primary-5', 'primary-6'],
        instruction: 'Show your working clearly.',
        context: `<p>A tank was ${half} filled.</p>`,
        unit: [
          {
            uid: 'first',
            label: '(a)',
            mark: 1,
            question_type: 'mcq',
            question_body: `<p>Which fraction is nearest to ${half}?</p>`,
            hint: 'Draw it.',
            answer_type: 'single',
            option: ['A', 'B', 'C', 'D'].map((label, index) => ({
              label,
              content: formula(String.raw`\frac{${index + 3}}{9}`),
            })),
            answer: [1],
          },
          {
            uid: 'second',
            label: '(b)',
            mark: 2.5,
            question_type: 'open_ended',
            question_body: '<p>What is the capacity of the tank?</p>',
            hint: '',
            answer_type: 'absolute_answer',
            option: [],
            answer: { pre_unit: '', body: '15', post_unit: 'ℓ' },
          },
        ],
        meta: {
          year: 2021,
          school: 'Nan Hua Primary School',
          topic: 'Fractions',
          skill: 'Fraction of a Whole',
          heuristic: 'Units and Parts',
          section: 'Word Problem (WP)',
          is_self_checking: true,
        },
        marks: 3.5,
        is_archived: false,
        created: app.clock.now().toISOString(),
        created_by: { _id: typist.id, name: 'Nadia Tan' },
        updated: app.clock.now().toISOString(),
        version: 1,
      },
    });
    const { data } = await typist.call(getQuestion, { params: { id: answer.data._id } });
    expect(data).toEqual(answer.data);
  });

  test.each(['CustService', 'Tutor'] as const)('may be added by a %s too', async (role) => {
    const { data } = await (await app.as(role)).call(createQuestion, { body: aQuestionBody() });
    expect(data.version).toBe(1);
  });

  test('is added once if the same request is repeated', async () => {
    const typist = await app.as('Typist');
    const body = aQuestionBody();
    const headers = { 'idempotency-key': unique('question') };
    const first = await typist.call(createQuestion, { body, headers });
    expect(await typist.call(createQuestion, { body, headers })).toEqual(first);
    const other = { ...body, instruction: 'Another one' };
    expect(await typist.refused(createQuestion, { body: other, headers })).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  test('is self-checking if meta is, regardless of the other field', async () => {
    const body = aQuestionBody({ is_self_checking: true, meta: { is_self_checking: false } });
    expect((await aQuestion(app, body)).meta.is_self_checking).toBe(false);
  });

  test('reports all problems at once, each with its field', async () => {
    const unit = [
      anMcqUnit({ uid: 'one', option: [{ content: '3' }, { content: ' ' }], answer: [4] }),
      anOpenUnit({ uid: 'one', question_body: '<p></p>', answer: { body: '' } }),
    ];
    const meta = { topic: 'Photosynthesis', heuristic: 'Magic', section: 'MCQ' };
    const refused = await (
      await app.as('Typist')
    ).refused(createQuestion, { body: aQuestionBody({ unit, meta }) });
    expect(refused.status).toBe(400);
    expect(refused.body.message.errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(
      [
        'unit.0.option.1.content: Please write option B',
        'unit.0.answer: An answer without an option is marked',
        'unit.1.question_body: Please write the question',
        'unit.1.answer.body: Please write the answer',
        'unit.1.uid: Another unit has this uid',
        'meta.topic: There is no topic “Photosynthesis” in Mathematics',
        'meta.heuristic: There is no heuristic “Magic” in Mathematics',
      ],
    );
  });

  test.each([
    [
      '27 options',
      { unit: [anMcqUnit({ option: Array.from({ length: 27 }, () => ({ content: 'x' })) })] },
      'unit.0.option',
    ],
    ['no unit', { unit: [] }, 'unit'],
    ['no level', { level: [] }, 'level'],
    ['an unknown level', { level: ['primary-7'] }, 'level.0'],
    ['a mark of 0', { unit: [anOpenUnit({ mark: 0 })] }, 'unit.0.mark'],
    ['an unknown subject', { subject: 'Alchemy', meta: {} }, 'subject'],
    ['a year long gone', { meta: { year: 1891 } }, 'meta.year'],
    ['a skill without its topic', { meta: { skill: 'Changing Ratios' } }, 'meta.skill'],
    [
      'a skill of another topic',
      { meta: { topic: 'Speed', skill: 'Changing Ratios' } },
      'meta.skill',
    ],
    ['a field that there is not', { mark: 3 }, 'mark'],
  ])('is refused with %s', async (_what, values, field) => {
    const refused = await (
      await app.as('Typist')
    ).refused(createQuestion, { body: { ...aQuestionBody(), ...values } });
    expect(refused).toMatchObject({ status: 400, field });
  });

  test('keeps formatted text without scripts, foreign frames and Word markup', async () => {
    const { context, unit } = await aQuestion(app, {
      context:
        '<p class="MsoNormal" style="mso-fareast:x"><o:p>From Word</o:p><script>alert(1)</script></p>' +
        '<iframe src="https://evil.example/x"></iframe><iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>',
      unit: [
        anMcqUnit({
          question_body:
            '<p onclick="x">Which?<img src="https://a.example/b.png" alt="B" onerror="x"></p>',
          option: [
            { content: '<p>one<style>p{}</style></p>' },
            { content: '<a href="javascript:x">two</a>' },
            { content: '<script>alert(1)</script>' },
          ],
        }),
        anOpenUnit({
          answer_type: 'short_answer_set',
          answer: [{ body: '<b onclick=x>6</b>' }, { body: '<script>7</script>' }],
        }),
        anOpenUnit({ answer_type: 'rich_text', answer: '<p>Since<script>x</script></p>' }),
      ],
    });
    expect(context).toBe(
      '<p>From Word</p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
    );
    expect(unit[0]?.question_body).toBe('<p>Which?<img src="https://a.example/b.png" alt="B"></p>');
    expect(unit[0]?.option).toEqual([
      { label: 'A', content: 'one' },
      { label: 'B', content: 'two' },
    ]);
    expect(unit[1]?.answer).toEqual([{ pre_unit: '', body: '<strong>6</strong>', post_unit: '' }]);
    expect(unit[2]?.answer).toBe('<p>Since</p>');
  });

  test('keeps broken LaTeX as typed, and stores a context without text as empty', async () => {
    const broken = formula(String.raw`\frac{1}{2 \left(`);
    const question = await aQuestion(app, {
      context: '<p> </p>',
      unit: [anOpenUnit({ question_body: `<p>${broken}</p>` })],
    });
    expect(question.context).toBe('');
    expect(question.unit[0]?.question_body).toBe(`<p>${broken}</p>`);
  });

  test('a script alone is no option: a right option with nothing else is refused', async () => {
    const option = ['a', 'b', '<script>c</script>'].map((content) => ({ content }));
    const refused = await (
      await app.as('Typist')
    ).refused(createQuestion, {
      body: aQuestionBody({ unit: [anMcqUnit({ option, answer: [2] })] }),
    });
    expect(refused.body.message.errors).toMatchObject([
      { field: 'unit.0.answer', message: 'Option C is marked as right but is empty' },
    ]);
  });
});

describe('saving a question', () => {
  test('changes only the given fields, also of its tags', async () => {
    const before = await aQuestion(app, {
      meta: { year: 2021, topic: 'Ratio', skill: 'Changing Ratios' },
    });
    const { data } = await (
      await app.as('Tutor')
    ).call(updateQuestion, {
      params: { id: before.id },
      body: { version: 1, meta: { year: null, school: 'Rosyth School' } },
    });
    const { id: _id, ...rest } = before;
    expect(data).toEqual({
      ...rest,
      meta: { ...before.meta, year: null, school: 'Rosyth School' },
      version: 2,
    });
  });

  test('concurrently keeps the first save and returns it to the second', async () => {
    const { id } = await aQuestion(app);
    const [first, second] = [await app.as('Typist'), await app.as('Tutor')];
    const save = (api: typeof first, instruction: string) =>
      api.send(updateQuestion, { params: { id }, body: { version: 1, instruction } });
    const answers = await Promise.all([save(first, 'One'), save(second, 'Two')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { data } = await first.call(getQuestion, { params: { id } });
    expect(data.version).toBe(2);
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({
      message: { errors: [{ code: 'stale' }] },
      current: { instruction: data.instruction, version: 2 },
    });
  });

  test('needs a skill of a new topic, and tags of a new subject', async () => {
    const { id } = await aQuestion(app, { meta: { topic: 'Ratio', skill: 'Changing Ratios' } });
    const typist = await app.as('Typist');
    const save = { params: { id } };
    expect(
      await typist.refused(updateQuestion, { ...save, body: { meta: { topic: 'Speed' } } }),
    ).toMatchObject({ status: 400, field: 'meta.skill' });
    expect(
      await typist.refused(updateQuestion, { ...save, body: { subject: 'Science' } }),
    ).toMatchObject({ status: 400, field: 'meta.topic' });
    const { data } = await typist.call(updateQuestion, {
      ...save,
      body: { subject: 'Science', meta: { topic: 'magnets', skill: 'Poles of a Magnet' } },
    });
    expect(data.meta).toMatchObject({ topic: 'Magnets', skill: 'Poles of a Magnet' });
  });

  test('shows the changes in its timeline', async () => {
    const { id } = await aQuestion(app, { instruction: 'Calculate.' });
    const typist = await app.as('Typist');
    await typist.call(updateQuestion, { params: { id }, body: { instruction: 'Estimate.' } });
    const { data } = await typist.call(listQuestionChanges, { params: { id } });
    expect(data.map(({ action }) => action)).toEqual(['question.updated', 'question.created']);
    expect(data[0]?.changes).toContainEqual({
      field: 'instruction',
      from: 'Calculate.',
      to: 'Estimate.',
    });
  });

  test('is forbidden without the question bank, and not found for an unknown question', async () => {
    const { id } = await aQuestion(app);
    const body = { instruction: 'x' };
    const agent = await app.as('Agent');
    expect((await agent.refused(updateQuestion, { params: { id }, body })).status).toBe(403);
    const nowhere = { params: { id: '019ab000-0000-7000-8000-000000000000' } };
    const typist = await app.as('Typist');
    expect((await typist.refused(updateQuestion, { ...nowhere, body })).status).toBe(404);
    expect((await typist.refused(getQuestion, nowhere)).status).toBe(404);
  });
});

describe('tagging a question', () => {
  test('sets all three tags, and empty texts clear them', async () => {
    const { id } = await aQuestion(app);
    const typist = await app.as('Typist');
    const tag = async (topic: string, skill: string, heuristic: string) =>
      (await typist.call(tagQuestion, { params: { id }, body: { topic, skill, heuristic } })).data;
    expect((await tag('Ratio', 'Changing Ratios', 'All Changing')).meta).toMatchObject({
      topic: 'Ratio',
      skill: 'Changing Ratios',
      heuristic: 'All Changing',
      school: 'Nan Hua Primary School',
    });
    const cleared = await tag('', '', '');
    expect(cleared).toMatchObject({ version: 3, meta: { topic: '', skill: '', heuristic: '' } });
  });

  test('with an old version is refused with the current question, and removes no tag', async () => {
    const { id } = await aQuestion(app);
    const [first, second] = [await app.as('Typist'), await app.as('Tutor', { name: 'Devi Nair' })];
    const body = { topic: 'Ratio', skill: '', heuristic: '', version: 1 };
    await second.call(tagQuestion, { params: { id }, body });
    const refused = await first.refused(tagQuestion, {
      params: { id },
      body: { ...body, topic: '' },
    });
    expect(refused).toMatchObject({
      status: 409,
      code: 'stale',
      body: { current: { version: 2, meta: { topic: 'Ratio' } }, saved: { by: 'Devi Nair' } },
    });
    const { data } = await first.call(getQuestion, { params: { id } });
    expect(data).toMatchObject({ version: 2, meta: { topic: 'Ratio' } });
  });

  test('reports an unknown tag by name', async () => {
    const { id } = await aQuestion(app);
    const body = { topic: 'Ratio', skill: 'Fraction of a Whole', heuristic: '' };
    const refused = await (await app.as('Typist')).refused(tagQuestion, { params: { id }, body });
    expect(refused).toMatchObject({ status: 400, field: 'skill' });
    expect(refused.body.message.errors[0]?.message).toBe(
      'There is no skill “Fraction of a Whole” in Ratio',
    );
  });
});

describe('the list of questions', () => {
  test('is filtered by subject, any of several levels, topic and words, newest first', async () => {
    const word = unique('Zhenghua');
    const context = `<p>${word} [50%] (a+b)</p>`;
    app.clock.setTo('2026-11-20T02:00:01Z');
    const ratio = await aQuestion(app, { context, level: ['primary-3'], meta: { topic: 'Ratio' } });
    app.clock.setTo('2026-11-20T02:00:02Z');
    const speed = await aQuestion(app, {
      context,
      level: ['primary-5', 'secondary-1'],
      meta: { topic: 'Speed' },
    });
    app.clock.setTo('2026-11-20T02:00:03Z');
    const heat = await aQuestion(app, { context, subject: 'Science', meta: {} });
    const text = { regex: `${word.toLowerCase()} [50%] (a+` };
    expect(await found({ text })).toEqual({ ids: [heat.id, speed.id, ratio.id], count: 3 });
    expect((await found({ text, subject: 'Mathematics' })).ids).toEqual([speed.id, ratio.id]);
    expect((await found({ text, level: { in: ['Primary-3', 'secondary-1'] } })).ids).toEqual([
      speed.id,
      ratio.id,
    ]);
    expect((await found({ text, subject: 'Mathematics', 'meta.topic': 'Ratio' })).ids).toEqual([
      ratio.id,
    ]);
    expect(await found({ text }, { max: 1, offset: 1 })).toEqual({ ids: [speed.id], count: 3 });
  });

  test('leaves out archived questions unless requested', async () => {
    const word = unique('Archived');
    const { id } = await aQuestion(app, { context: `<p>${word}</p>` });
    const typist = await app.as('Typist');
    const archive = (isArchived: boolean) =>
      typist.call(archiveQuestion, { params: { id }, body: { is_archived: isArchived } });
    await archive(true);
    expect((await found({ text: { regex: word } })).ids).toEqual([]);
    expect((await found({ text: { regex: word }, is_archived: true })).ids).toEqual([id]);
    expect((await found({ _id: id })).ids).toEqual([id]);
    await archive(false);
    expect((await found({ text: { regex: word } })).ids).toEqual([id]);
  });

  test('counts exactly after every kind of save, per subject and in total', async () => {
    const typist = await app.as('Typist');
    const expectExact = async () => {
      const { rows } = await app.database.pool.query<{ subject: string; count: number }>(
        `select subject, count(*) filter (where not is_archived)::int as count from questions group by subject`,
      );
      for (const { subject, count } of rows)
        expect({ subject, count: (await found({ subject }, { max: 1 })).count }).toEqual({
          subject,
          count,
        });
      const all = rows.reduce((sum, { count }) => sum + count, 0);
      expect((await found({}, { max: 1 })).count).toBe(all);
      return all;
    };
    const { id } = await aQuestion(app, { meta: {} });
    const before = await expectExact();
    const params = { params: { id } };
    await typist.call(updateQuestion, { ...params, body: { subject: 'Science' } });
    expect(await expectExact()).toBe(before);
    const archive = (is_archived: boolean) =>
      typist.call(archiveQuestion, { ...params, body: { is_archived } });
    await archive(true);
    expect(await expectExact()).toBe(before - 1);
    await archive(false);
    expect(await expectExact()).toBe(before);
    await app.database.pool.query('delete from questions where id = $1', [id]);
    expect(await expectExact()).toBe(before - 1);
  });

  test('downloads as CSV with its words, formulas as LaTeX', async () => {
    const { id } = await aQuestion(app, { unit: [anMcqUnit()], context: '' });
    const { body } = await (
      await app.as('Typist')
    ).send(listQuestions, { query: { filter: { _id: id } }, headers: { accept: 'text/csv' } });
    expect(String(body)).toContain(
      String.raw`Which fraction is nearest to \frac{1}{2} ? \frac{3}{9}`,
    );
  });

  test('refuses an unknown filter', async () => {
    const refused = await (
      await app.as('Typist')
    ).refused(listQuestions, { query: { filter: { 'meta.colour': 'red' } } });
    expect(refused).toMatchObject({ status: 400, field: 'filter.meta.colour' });
  });
});

test.each(['Typist', 'Tutor', 'CustService'] as const)(
  'a %s may upload a picture for a question',
  async (role) => {
    const { status } = await (await app.as(role)).send(uploadImage, { file: await anImageFile() });
    expect(status).toBe(201);
  },
);

test('a picture without alt text is refused with its field', async () => {
  const typist = await app.as('Typist');
  const picture = '<img src="/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png" alt="">';
  const body = aQuestionBody({ unit: [anOpenUnit({ question_body: `<p>Which?</p>${picture}` })] });
  const code = 'picture_without_alt';
  const refused = await typist.refused(createQuestion, { body });
  expect(refused).toMatchObject({ status: 400, code, field: 'unit.0.question_body' });
  expect(refused.body.message.errors[0]?.message).toBe(
    'A picture has no alt text. Please select it and press Image to say what it shows.',
  );
  const { id } = await aQuestion(app);
  const change = { params: { id }, body: { context: picture } };
  expect(await typist.refused(updateQuestion, change)).toMatchObject({ code, field: 'context' });
});
