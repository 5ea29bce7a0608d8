import { describe, expect, test } from 'vitest';
import {
  archiveQuestion,
  getQuestion,
  listQuestionVersions,
  restoreQuestionVersion,
  tagQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { updateQuestionTag } from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anMcqUnit, aQuestion, aTopic } from '../../../test/factories/question.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

const versionsOf = async (api: Api, id: string, page: { max?: number; offset?: number } = {}) =>
  api.call(listQuestionVersions, { params: { id }, query: page });

/** The content of a question, without the fields that every save changes. */
const said = ({ subject, level, instruction, context, unit, meta }: Record<string, unknown>) => ({
  subject,
  level,
  instruction,
  context,
  unit,
  meta,
});

describe('every save of a question', () => {
  test('is a version: the whole question, who saved it, when and how', async () => {
    app.clock.setTo('2026-11-20T02:00:00Z');
    const first = await aQuestion(app);
    const params = { params: { id: first.id } };
    const typist = await app.as('Typist', { name: 'Nadia Tan' });
    app.clock.setTo('2026-11-20T02:05:00Z');
    const second = await typist.call(updateQuestion, {
      ...params,
      body: { unit: [anMcqUnit()], meta: { year: 2025 } },
    });
    const third = await typist.call(tagQuestion, {
      ...params,
      body: { topic: 'Ratio', skill: '', heuristic: '' },
    });
    await typist.call(archiveQuestion, { ...params, body: { is_archived: true } });
    const { data, count } = await versionsOf(typist, first.id);
    expect(count).toBe(4);
    expect(data.map(({ version, action }) => [version, action])).toEqual([
      [4, 'archived'],
      [3, 'tagged'],
      [2, 'updated'],
      [1, 'created'],
    ]);
    expect(data.map(said)).toEqual([third.data, third.data, second.data, first].map(said));
    expect(data[2]).toMatchObject({
      at: '2026-11-20T02:05:00.000Z',
      by: { _id: typist.id, name: 'Nadia Tan' },
      restored: null,
    });
    expect((await versionsOf(typist, first.id, { max: 1, offset: 3 })).data.map(said)).toEqual([
      said(first),
    ]);
  });

  test('without a change creates no version', async () => {
    const { id, instruction } = await aQuestion(app);
    const typist = await app.as('Typist');
    await typist.call(updateQuestion, { params: { id }, body: { instruction } });
    expect((await versionsOf(typist, id)).count).toBe(1);
  });

  test('of two concurrently creates one version each', async () => {
    const { id } = await aQuestion(app);
    const typist = await app.as('Typist');
    const save = (instruction: string) =>
      typist.call(updateQuestion, { params: { id }, body: { instruction } });
    await Promise.all(['One', 'Two', 'Three'].map(save));
    const { data } = await versionsOf(typist, id);
    expect(data.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(
      data
        .map(({ instruction }) => instruction)
        .slice(0, 3)
        .toSorted(),
    ).toEqual(['One', 'Three', 'Two']);
  });
});

describe('restoring a version', () => {
  test('saves a new version with the same content, and records the restored one', async () => {
    const first = await aQuestion(app);
    const typist = await app.as('Typist');
    await typist.call(updateQuestion, {
      params: { id: first.id },
      body: {
        subject: 'Science',
        level: ['primary-3'],
        context: '<p>Other</p>',
        unit: [anMcqUnit()],
        meta: { topic: 'Magnets', year: null, school: '', is_self_checking: true },
      },
    });
    const { data } = await typist.call(restoreQuestionVersion, {
      params: { id: first.id, n: 1 },
      body: { version: 2 },
    });
    expect(said(data)).toEqual(said(first));
    expect(data.version).toBe(3);
    const versions = await versionsOf(typist, first.id);
    expect(versions.data[0]).toMatchObject({ version: 3, action: 'restored', restored: 1 });
    expect(said(versions.data[0] ?? {})).toEqual(said(first));
  });

  test('does nothing if the content is unchanged', async () => {
    const { id } = await aQuestion(app);
    const typist = await app.as('Typist');
    const { data } = await typist.call(restoreQuestionVersion, { params: { id, n: 1 }, body: {} });
    expect(data.version).toBe(1);
  });

  test('restores a topic that was retired and renamed meanwhile, with its current name', async () => {
    const topic = await aTopic(app);
    const { id } = await aQuestion(app, { meta: { topic: topic.name } });
    const admin = await app.as('Admin');
    const body = { topic: '', skill: '', heuristic: '' };
    await admin.call(tagQuestion, { params: { id }, body });
    const name = unique('Renamed');
    await admin.call(updateQuestionTag, {
      params: { id: topic.id },
      body: { name, is_retired: true },
    });
    await admin.call(restoreQuestionVersion, { params: { id, n: 1 }, body: {} });
    const { data } = await admin.call(getQuestion, { params: { id } });
    expect(data.meta.topic).toBe(name);
  });

  test('is refused for an unknown version, and after another save', async () => {
    const { id } = await aQuestion(app);
    const typist = await app.as('Typist');
    const restore = (n: number, version?: number) =>
      typist.refused(restoreQuestionVersion, {
        params: { id, n },
        body: version === undefined ? {} : { version },
      });
    expect(await restore(2)).toMatchObject({ status: 404, field: 'n' });
    expect(await restore(1, 7)).toMatchObject({ status: 409, code: 'stale' });
    const agent = await app.as('Agent');
    const asAgent = { params: { id, n: 1 }, body: {} };
    expect((await agent.refused(restoreQuestionVersion, asAgent)).status).toBe(403);
  });
});
