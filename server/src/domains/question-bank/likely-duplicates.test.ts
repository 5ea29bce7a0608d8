import { describe, expect, test } from 'vitest';
import {
  findSimilarQuestions,
  listDuplicateHints,
  setDuplicate,
} from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import { archiveQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anOpenUnit, aQuestion, formula } from '../../../test/factories/question.factory.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

describe('likely duplicates', () => {
  const tank = (name: string, litres: number) =>
    `<p>A tank belonging to ${name} was ${formula(String.raw`\frac{2}{5}`)} filled with water. After ${litres} litres were poured in, it was ${formula(String.raw`\frac{7}{10}`)} filled.</p>`;

  test('are the questions with the most common words, most similar first, without the edited one', async () => {
    const name = unique('Krishnan');
    const same = await aQuestion(app, { context: tank(name, 6), unit: [anOpenUnit()] });
    const like = await aQuestion(app, {
      context: tank(name, 6).replace('poured in', 'added by his sister'),
      unit: [anOpenUnit({ question_body: '<p>How large is the tank?</p>' })],
    });
    const edited = await aQuestion(app, { context: tank(name, 6), unit: [anOpenUnit()] });
    const text = comparedText(edited);
    const { data } = await (
      await app.as('Typist')
    ).call(findSimilarQuestions, { body: { text, except: edited.id } });
    expect(data[0]).toMatchObject({ _id: same.id, similarity: 1, question: { _id: same.id } });
    const second = data.find(({ _id }) => _id === like.id);
    expect(second?.similarity).toBeGreaterThan(0.5);
    expect(second?.similarity).toBeLessThan(1);
    expect(data.map(({ _id }) => _id)).not.toContain(edited.id);
    expect(data.length).toBeLessThanOrEqual(5);
  });

  test('are empty without similar questions, and leave out archived ones', async () => {
    const context = `<p>${unique('Quokka')} ${unique('jumps')} ${unique('vexingly')} by zephyr</p>`;
    const unit = [anOpenUnit({ question_body: '<p>Why?</p>' })];
    const { id } = await aQuestion(app, { context, unit });
    const typist = await app.as('Typist');
    const ask = async (text: string) =>
      (await typist.call(findSimilarQuestions, { body: { text } })).data.map(({ _id }) => _id);
    expect(await ask(comparedText({ context, unit: [] }))).toEqual([id]);
    expect(await ask('')).toEqual([]);
    await typist.call(archiveQuestion, { params: { id }, body: { is_archived: true } });
    expect(await ask(comparedText({ context, unit: [] }))).toEqual([]);
  });
});

/** A unique text with a variable ending. */
const aStory = () => {
  const words = Array.from({ length: 12 }, () => unique('word')).join(' ');
  return (end = 'metres') => `<p>How far is it from ${words} to the sea, in ${end}?</p>`;
};

describe('the near duplicate of a listed question', () => {
  const hintsOf = async (...ids: string[]) => {
    const typist = await app.as('Typist');
    const { data } = await typist.call(listDuplicateHints, { query: { of: ids.join(',') } });
    return Object.fromEntries(data.map(({ _id, question }) => [_id, question._id]));
  };
  const asked = async (context: string) =>
    (await aQuestion(app, { context, unit: [anOpenUnit()] })).id;

  test('is shown for both, the most similar of several; less similar questions are not', async () => {
    const story = aStory();
    const [one, other] = [await asked(story()), await asked(story())];
    const changed = await asked(story('kilometres'));
    const merelyLike = await asked(`${story('steps')}<p>${aStory()()} ${aStory()()}</p>`);
    expect(await hintsOf(one, other, changed, merelyLike)).toEqual({
      [one]: other,
      [other]: one,
      [changed]: one < other ? one : other,
    });
    expect(await hintsOf(merelyLike)).toEqual({});
  });

  test('is no longer shown once a user marked the pair as no duplicates, until that is undone', async () => {
    const story = aStory();
    const [one, other] = [await asked(story()), await asked(story())];
    const teacher = await app.as('Tutor', { name: 'Devi Nair' });
    const say = (id: string, otherId: string, isDuplicate: boolean) =>
      teacher.call(setDuplicate, { params: { id, otherId }, body: { is_duplicate: isDuplicate } });
    expect((await say(other, one, false)).data).toEqual({
      _id: other,
      other: one,
      is_duplicate: false,
    });
    expect(await hintsOf(one, other)).toEqual({});
    const third = await asked(story());
    expect(await hintsOf(one, other)).toEqual({ [one]: third, [other]: third });

    const typist = await app.as('Typist');
    const body = { text: comparedText({ context: story(), unit: [] }), except: one };
    const { data } = await typist.call(findSimilarQuestions, { body });
    expect(data.map(({ _id, not_duplicate: said }) => [_id, said])).toEqual(
      expect.arrayContaining([
        [other, { by: { _id: teacher.id, name: 'Devi Nair' }, at: app.clock.now().toISOString() }],
        [third, null],
      ]),
    );

    await typist.call(archiveQuestion, { params: { id: third }, body: { is_archived: true } });
    await say(one, other, true);
    expect(await hintsOf(one, other)).toEqual({ [one]: other, [other]: one });
  });

  test('writes an audit row for each change of the mark', async () => {
    const story = aStory();
    const [one, other] = [await asked(story()), await asked(story())];
    const typist = await app.as('Typist');
    for (const isDuplicate of [true, false, false, true])
      await typist.call(setDuplicate, {
        params: { id: one, otherId: other },
        body: { is_duplicate: isDuplicate },
      });
    const { rows } = await app.database.pool.query<{ action: string; other: string }>(
      `select action, after ->> 'other' as other from audit_log where entity = 'question_pair' and entity_id = $1 order by id`,
      [one],
    );
    expect(rows).toEqual([
      { action: 'question_pair.told_apart', other },
      { action: 'question_pair.taken_back', other },
    ]);
  });

  test('cannot be marked for an unknown question, for itself, or without permission', async () => {
    const one = await asked(aStory()());
    const refused = async (otherId: string, role: 'Typist' | 'Agent') => {
      const params = { id: one, otherId };
      const body = { is_duplicate: false };
      return (await (await app.as(role)).refused(setDuplicate, { params, body })).status;
    };
    expect(await refused('00000000-0000-7000-8000-000000000000', 'Typist')).toBe(404);
    expect(await refused(one, 'Typist')).toBe(404);
    expect(await refused(await asked(aStory()()), 'Agent')).toBe(403);
  });
});
