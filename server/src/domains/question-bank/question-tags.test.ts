import { describe, expect, test } from 'vitest';
import {
  createQuestion,
  getQuestion,
  listQuestions,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  createQuestionTag,
  listQuestionTagChanges,
  listQuestionTags,
  updateQuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import {
  aQuestion,
  aQuestionBody,
  aTopic,
  theTag,
} from '../../../test/factories/question.factory.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

const allTags = async () => (await (await app.as('Typist')).call(listQuestionTags)).data;
/** The names of a parent's tags of a kind, in order. */
const namesUnder = async (parent: string, kind: string) =>
  (await allTags())
    .filter((tag) => tag.parent === parent && tag.kind === kind)
    .map(({ name }) => name);

describe('the predefined tags', () => {
  test('are three subjects, 19 topics, 15 heuristics and three sections of Mathematics', async () => {
    const tags = await allTags();
    expect(tags.filter(({ kind }) => kind === 'subject').map(({ name }) => name)).toEqual([
      'English',
      'Mathematics',
      'Science',
    ]);
    const maths = (await theTag(app, 'Mathematics'))._id;
    expect((await namesUnder(maths, 'topic')).slice(0, 19)).toEqual(
      expect.arrayContaining([
        'Whole Number',
        'Fractions',
        'Decimals',
        'Percentage',
        'Algebra',
        'Speed',
      ]),
    );
    expect((await namesUnder(maths, 'topic')).slice(0, 2)).toEqual(['Whole Number', 'Fractions']);
    expect(await namesUnder(maths, 'heuristic')).toHaveLength(15);
    expect(await namesUnder(maths, 'section')).toEqual([
      'MCQ',
      'Short Question (SQ)',
      'Word Problem (WP)',
    ]);
  });

  test('are skills of each topic, and sub-strands of English and Science', async () => {
    for (const [topic, skill] of [
      ['Ratio', 'Changing Ratios'],
      ['Grammar', 'Question Tags'],
      ['Interactions Within the Environment', "Man's Impact on the Environment"],
    ])
      expect(await namesUnder((await theTag(app, topic ?? ''))._id, 'skill')).toContain(skill);
  });
});

describe('Admin', () => {
  test('adds a tag last or at a place, and the others make room', async () => {
    const topic = await aTopic(app);
    const admin = await app.as('Admin');
    const add = async (name: string, place?: number) =>
      (
        await admin.call(createQuestionTag, {
          body: {
            kind: 'skill',
            parent: topic.id,
            name,
            ...(place === undefined ? {} : { place }),
          },
        })
      ).data;
    await add(' First ');
    await add('Second');
    const between = await add('Between', 1);
    expect(between).toMatchObject({ kind: 'skill', place: 1, is_retired: false, version: 1 });
    expect(await namesUnder(topic.id, 'skill')).toEqual(['First', 'Between', 'Second']);
    await admin.call(updateQuestionTag, { params: { id: between._id }, body: { place: 9 } });
    expect(await namesUnder(topic.id, 'skill')).toEqual(['First', 'Second', 'Between']);
    await admin.call(updateQuestionTag, { params: { id: between._id }, body: { place: 0 } });
    expect(await namesUnder(topic.id, 'skill')).toEqual(['Between', 'First', 'Second']);
  });

  test('moves tags of one topic concurrently without duplicate places', async () => {
    const topic = await aTopic(app);
    const admin = await app.as('Admin');
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) {
      const body = { kind: 'skill' as const, parent: topic.id, name };
      ids.push((await admin.call(createQuestionTag, { body })).data._id);
    }
    await Promise.all(
      ids.map((id, index) =>
        admin.call(updateQuestionTag, { params: { id }, body: { place: 3 - index } }),
      ),
    );
    const places = (await allTags()).filter(({ parent }) => parent === topic.id);
    expect(places.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
  });

  test('renames a topic, and every question shows the new name without a new version', async () => {
    const topic = await aTopic(app);
    const { id } = await aQuestion(app, { meta: { topic: topic.name } });
    const admin = await app.as('Admin');
    const name = unique('Renamed');
    await admin.call(updateQuestionTag, { params: { id: topic.id }, body: { name, version: 1 } });
    const { data } = await admin.call(getQuestion, { params: { id } });
    expect(data).toMatchObject({ version: 1, meta: { topic: name } });
    const filter = { 'meta.topic': name };
    expect((await admin.call(listQuestions, { query: { filter } })).data).toMatchObject([
      { _id: id },
    ]);
    const timeline = await admin.call(listQuestionTagChanges, { params: { id: topic.id } });
    expect(timeline.data[0]).toMatchObject({
      action: 'question_tag.updated',
      changes: [{ field: 'name', from: topic.name, to: name }],
    });
  });

  test('retires a topic: it stays on its questions and is refused for others', async () => {
    const topic = await aTopic(app);
    const { id } = await aQuestion(app, { meta: { topic: topic.name } });
    const admin = await app.as('Admin');
    await admin.call(updateQuestionTag, { params: { id: topic.id }, body: { is_retired: true } });
    const { data } = await admin.call(updateQuestion, {
      params: { id },
      body: { instruction: 'Still there', meta: { topic: topic.name } },
    });
    expect(data.meta.topic).toBe(topic.name);
    const refused = await admin.refused(createQuestion, {
      body: aQuestionBody({ meta: { topic: topic.name } }),
    });
    expect(refused).toMatchObject({ status: 400, field: 'meta.topic' });
    expect(refused.body.message.errors[0]?.message).toBe(`“${topic.name}” is not used any more`);
  });

  test('is refused a name that exists in any letter case, also in concurrent saves', async () => {
    const topic = await aTopic(app);
    const admin = await app.as('Admin');
    const parent = (await theTag(app, 'Mathematics'))._id;
    const body = { kind: 'topic' as const, parent, name: topic.name.toUpperCase() };
    expect(await admin.refused(createQuestionTag, { body })).toMatchObject({
      status: 409,
      code: 'duplicate',
      field: 'name',
    });
    const name = unique('Twice');
    const answers = await Promise.all(
      [1, 2].map(() => admin.send(createQuestionTag, { body: { kind: 'topic', parent, name } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const other = await aTopic(app);
    const rename = { params: { id: other.id }, body: { name } };
    expect((await admin.refused(updateQuestionTag, rename)).code).toBe('duplicate');
  });

  test('is refused a parent of another kind, an unknown parent, and a change of a subject', async () => {
    const admin = await app.as('Admin');
    const maths = await theTag(app, 'Mathematics');
    const add = (parent: string) =>
      admin.refused(createQuestionTag, { body: { kind: 'skill', parent, name: unique('x') } });
    expect(await add(maths._id)).toMatchObject({ status: 400, field: 'parent' });
    expect(await add('019ab000-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      field: 'parent',
    });
    const rename = { params: { id: maths._id }, body: { name: 'Maths' } };
    expect((await admin.refused(updateQuestionTag, rename)).status).toBe(403);
  });
});

test.each(['Typist', 'Tutor', 'CustService'] as const)('a %s may not change tags', async (role) => {
  const topic = await aTopic(app);
  const api = await app.as(role);
  const body = { is_retired: true };
  expect((await api.refused(updateQuestionTag, { params: { id: topic.id }, body })).status).toBe(
    403,
  );
  expect(await (await app.as('Agent')).refused(listQuestionTags)).toMatchObject({ status: 403 });
});
