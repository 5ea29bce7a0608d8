import { describe, expect, test } from 'vitest';
import {
  getQuestion,
  jsonFile,
  listQuestions,
  listQuestionVersions,
  moodleFile,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  aQuestionBody,
} from '../../../test/factories/question.factory.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

const bring = async (
  content: string,
  { dry = false, ...more }: { dry?: boolean; subject?: string } = {},
) => {
  const typist = await app.as('Typist');
  const body = { content, ...more };
  return (await typist.call(importQuestions, { query: { dry_run: String(dry) }, body })).data;
};
const refusedAs = async (content: string) => {
  const refused = await (await app.as('Typist')).refused(importQuestions, { body: { content } });
  return {
    status: refused.status,
    code: refused.code,
    why: refused.body.message.errors[0]?.message,
  };
};
const essay = (name: string, more = '') =>
  `<question type="essay"><name><text>${name}</text></name><questiontext><text>Why is ${name} so?</text></questiontext>
   <graderinfo><text>Since</text></graderinfo>${more}</question>`;
const tags = (...texts: string[]) =>
  `<tags>${texts.map((text) => `<tag><text>${text}</text></tag>`).join('')}</tags>`;

describe('importing questions', () => {
  test('adds readable questions and reports the problems of others; a dry run adds nothing', async () => {
    const good = aQuestionBody({ meta: { topic: 'Ratio', skill: 'Changing Ratios' } });
    const content = JSON.stringify([
      good,
      { ...aQuestionBody(), meta: { topic: 'Alchemy' } },
      { subject: 'Mathematics', level: [], unit: [] },
      'no question',
    ]);
    const dry = await bring(content, { dry: true });
    expect(dry.questions.map(({ state }) => state)).toEqual([
      'ready',
      'refused',
      'refused',
      'refused',
    ]);
    expect(dry.imported).toBe(0);
    const { questions, imported, format } = await bring(content);
    expect({ imported, format }).toEqual({ imported: 1, format: 'json' });
    expect(questions.map(({ problems }) => problems)).toEqual([
      [],
      ['Topic: There is no topic “Alchemy” in Mathematics'],
      ['Level: Please choose a level', 'Question units: Please add a question unit'],
      ['This is not a question'],
    ]);
    const [first] = questions;
    expect(first).toMatchObject({ place: 1, state: 'imported' });
    const typist = await app.as('Typist');
    const params = { params: { id: first?._id ?? '' } };
    expect((await typist.call(getQuestion, params)).data).toMatchObject({
      version: 1,
      meta: { topic: 'Ratio', skill: 'Changing Ratios' },
    });
    const versions = await typist.call(listQuestionVersions, params);
    expect(versions.data.map(({ action }) => action)).toEqual(['imported']);
  });

  test('lists the content that cannot be kept, in JSON and in Moodle XML', async () => {
    const video = '<video src="a.mp4"></video><math><mi>x</mi></math>';
    const context = `<p>${unique('Rosyth')}</p>${video}`;
    const json = await bring(JSON.stringify([aQuestionBody({ context }), aQuestionBody()]));
    expect(json.questions.map(({ notes }) => notes)).toEqual([
      ['1 video or sound and 1 equation were left out'],
      [],
    ]);
    const tagged = tags('subject: Science', 'level: primary-5');
    const question = essay(unique('hail'), tagged).replace(
      'so?',
      `so?<![CDATA[${video}<audio></audio>]]>`,
    );
    const moodle = await bring(`<quiz>${question}</quiz>`);
    expect(moodle.questions[0]?.notes).toContain('2 videos or sounds and 1 equation were left out');
  });

  test('reports problems with the field names that staff know, and missing fields', async () => {
    const {
      unit: [unit],
      ...question
    } = aQuestionBody({
      unit: [anMcqUnit({ option: [{ content: '4' }, { content: '' }], answer: [0] })],
    });
    const problemsOf = async (...bodies: object[]) =>
      (await bring(JSON.stringify(bodies), { dry: true })).questions.map(
        ({ problems }) => problems,
      );
    expect(
      await problemsOf(
        { unit: [anMcqUnit()] },
        { ...question, level: ['kindergarten'], unit: [unit] },
        {
          ...question,
          subject: 'Science',
          unit: [{ ...anOpenUnit(), mark: 'three' }],
          meta: { skill: 7 },
        },
        { ...question, unit: [anOpenUnit(), unit] },
        { ...question, unit: [anOpenUnit({ answer: { body: ' ' } }), { mark: 1 }] },
        {
          ...question,
          unit: [anOpenUnit({ answer: { body: ' ' } }), { ...anMcqUnit(), colour: 'red' }],
        },
      ),
    ).toEqual([
      [
        'Subject: Missing in the file. Please choose one for such questions',
        'Level: Missing in the file. Please choose one for such questions',
      ],
      [
        'Level: “kindergarten” is not one of pre primary, primary 1, primary 2, primary 3, primary 4, primary 5, primary 6, secondary 1, secondary 2, secondary 3, secondary 4, polytechnic, junior college 1, junior college 2, others',
      ],
      ['Unit 1, mark: “three” cannot be read here', 'Sub-Strands: “7” cannot be read here'],
      ['Unit 2, option B: Please write option B'],
      ['Unit 2, answer type: Missing in the file'],
      ['Unit 2: “colour” is not known here'],
    ]);
  });

  test('adds nothing for the same file again, nor for a repeated question', async () => {
    const body = aQuestionBody();
    const content = JSON.stringify({ data: [body, body] });
    const first = await bring(content);
    expect(first.questions.map(({ state }) => state)).toEqual(['imported', 'known']);
    expect(first.questions[1]?._id).toBe(first.questions[0]?._id);
    const again = await bring(content);
    expect(again.questions.map(({ state, _id }) => [state, _id])).toEqual([
      ['known', first.questions[0]?._id],
      ['known', first.questions[0]?._id],
    ]);
  });

  test('reads Moodle XML; the caller supplies missing fields', async () => {
    const [one, other] = [unique('rain'), unique('snow')];
    const content = `<quiz>${essay(one, tags('subject: Science', 'level: primary-5', 'topic: Magnets'))}${essay(other)}</quiz>`;
    const dry = await bring(content, { dry: true });
    expect(dry).toMatchObject({
      format: 'moodle',
      questions: [{ name: one, state: 'ready' }, { state: 'refused' }],
    });
    const { data } = await (
      await app.as('Typist')
    ).call(importQuestions, { body: { content, subject: 'Mathematics', level: ['primary-6'] } });
    expect(data.imported).toBe(2);
    const read = await Promise.all(
      data.questions.map(async ({ _id }) => {
        const typist = await app.as('Typist');
        return (await typist.call(getQuestion, { params: { id: _id ?? '' } })).data;
      }),
    );
    expect(read).toMatchObject([
      { subject: 'Science', level: ['primary-5'], meta: { topic: 'Magnets' } },
      { subject: 'Mathematics', level: ['primary-6'], meta: { topic: '' } },
    ]);
  });

  test('removes scripts from its texts', async () => {
    const word = unique('hail');
    const content = `<quiz>${essay(word).replace('so?', 'so?<![CDATA[<script>alert(1)</script><b onclick="x">!</b>]]>')}</quiz>`;
    const { data } = await (
      await app.as('Typist')
    ).call(importQuestions, { body: { content, subject: 'Science', level: ['primary-6'] } });
    const typist = await app.as('Typist');
    const question = await typist.call(getQuestion, {
      params: { id: data.questions[0]?._id ?? '' },
    });
    expect(question.data.unit[0]?.question_body).toBe(`Why is ${word} so?<strong>!</strong>`);
  });

  test.each([
    ['words', 'This is neither Moodle XML nor JSON'],
    ['{"a": 1}', 'This is neither Moodle XML nor a list of questions in JSON'],
    ['[]', 'There is no question in this file'],
    ['<html></html>', 'This is not Moodle XML. Moodle’s files begin with <quiz>.'],
    ['<quiz><question>', 'This is not Moodle XML. <question> has no end.'],
    [
      `<!DOCTYPE q [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><quiz>&b;</quiz>`,
      'This is not Moodle XML. A document type is not allowed.',
    ],
    [`${'<quiz>'.repeat(50_000)}`, 'This is not Moodle XML. Its elements are nested too deep.'],
    [`[${'{},'.repeat(500)}{}]`, 'At most 500 questions at once; this file has 501'],
  ])('is refused for %s', async (content, why) => {
    expect(await refusedAs(content)).toEqual({ status: 422, code: 'question_file', why });
  });

  test('is allowed only to users who manage questions', async () => {
    const refused = await (
      await app.as('Agent')
    ).refused(importQuestions, { body: { content: '[]' } });
    expect(refused.status).toBe(403);
  });
});

describe('exporting questions', () => {
  test.each([
    [jsonFile, 'questions.json'],
    [moodleFile, 'questions.xml'],
  ])('as %s contains all matches, and is read back unchanged', async (accept, fileName) => {
    const word = unique('Lakeside');
    const context = `<p>${word}</p>`;
    const ids = [
      await aQuestion(app, { context }),
      await aQuestion(app, { context, unit: [anOpenUnit(), anMcqUnit(), anOpenUnit()] }),
      await aQuestion(app, { context, subject: 'Science', meta: {} }),
    ].map(({ id }) => id);
    const typist = await app.as('Typist');
    const { body, headers, status } = await typist.send(listQuestions, {
      query: { filter: { text: { regex: word } }, max: 1 },
      headers: { accept },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(`${accept}; charset=utf-8`);
    expect(headers['content-disposition']).toContain(fileName);
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const { questions } = await bring(content, { dry: true });
    expect(questions.map(({ state, problems, notes }) => [state, problems, notes])).toEqual(
      ids.map(() => ['known', [], []]),
    );
    expect(new Set(questions.map(({ _id }) => _id))).toEqual(new Set(ids));
  });

  test('writes an audit row with the number of questions', async () => {
    const { id } = await aQuestion(app);
    await (
      await app.as('Typist')
    ).send(listQuestions, { query: { filter: { _id: id } }, headers: { accept: moodleFile } });
    const { rows } = await app.database.pool.query<{ after: object }>(
      `select after from audit_log where action = 'list.downloaded' and after -> 'query' -> 'filter' ->> '_id' = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ after: { list: 'listQuestions', rows: 1, is_whole: true } }]);
  });
});
