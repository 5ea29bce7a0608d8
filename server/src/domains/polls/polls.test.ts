import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  copyPollQuestions,
  createPollQuestion,
  deletePollQuestion,
  getPollQuestion,
  listLessonsWithPolls,
  listPollAnswers,
  listPollQuestions,
  updatePollQuestion,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { mostQuestions } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aMatch } from '../../../test/factories/attendance.factory.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import {
  aLessonWithPolls,
  anAnswer,
  aPollQuestion,
  aQuestionBody,
} from '../../../test/factories/poll.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';

const app = useTestApp();

const aLesson = async () => (await aClassWithLessons(app, 1)).lessons[0]!;

const questionsOf = async (lessonId: string) =>
  (await app.as('Admin')).call(listPollQuestions, { params: { id: lessonId } });

const answersOf = async (lessonId: string) =>
  (await app.as('Admin')).call(listPollAnswers, { params: { id: lessonId } });

const put = async (
  { id, lessonId }: { id: string; lessonId: string },
  body: BodyInput<typeof updatePollQuestion>,
) =>
  (await app.as('Admin')).call(updatePollQuestion, {
    params: { id: lessonId, pollId: id },
    body,
  });

const refusedPut = async ({ id, lessonId }: { id: string; lessonId: string }, body: object) =>
  (await app.as('Admin')).refused(updatePollQuestion, {
    params: { id: lessonId, pollId: id },
    body,
  });

describe('a question', () => {
  test('is added at the end, without its empty options', async () => {
    const { id } = await aLesson();
    await aPollQuestion(app, id);
    const admin = await app.as('Admin');
    const { data } = await admin.call(createPollQuestion, {
      params: { id },
      body: {
        question: ' Which are prime? ',
        choice_type: 'Multiple Choice',
        question_type: 'check_for_understanding',
        option: ['2', '', '9', '11', ''].map((content) => ({ content })),
        answer_index: [0, 3],
        answer: 'A prime has two divisors.',
      },
    });
    expect(data).toMatchObject({
      lesson: id,
      question: 'Which are prime?',
      choice_type: 'multiple',
      question_index: 1,
      option: [
        { label: 'A', content: '2' },
        { label: 'B', content: '9' },
        { label: 'C', content: '11' },
      ],
      answer_index: [0, 2],
    });
    expect(await admin.call(getPollQuestion, { params: { id: data._id } })).toEqual({ data });
  });

  test.each([
    ['option', { option: [{ content: '12' }, { content: ' ' }], answer_index: [0] }],
    ['answer_index', { answer_index: [] }],
    ['answer_index', { answer_index: [0, 1] }],
    ['answer_index', { answer_index: [3, 4] }],
    ['question', { question: '  ' }],
    ['choice_type', { choice_type: 'Any Choice' }],
    [
      'option',
      { option: Array.from({ length: 30 }, (_, index) => ({ content: `Option ${index}` })) },
    ],
  ])('is refused by its %s: %j', async (field, values) => {
    const { id } = await aLesson();
    const refused = await (
      await app.as('Admin')
    ).refused(createPollQuestion, { params: { id }, body: aQuestionBody(values) });
    expect(refused).toMatchObject({ status: 400, field });
    expect((await questionsOf(id)).count).toBe(0);
  });

  test('can be changed in part, validated together with its unchanged fields', async () => {
    const question = await aPollQuestion(app, (await aLesson()).id, {
      choiceType: 'multiple',
      answerIndex: [0, 1],
    });
    expect(await refusedPut(question, { choice_type: 'single' })).toMatchObject({
      status: 400,
      field: 'answer_index',
    });
    expect(await refusedPut(question, { answer_index: [0, 9] })).toMatchObject({
      status: 400,
      field: 'answer_index',
    });
    const { data } = await put(question, { choice_type: 'single', answer_index: [3] });
    expect(data).toMatchObject({ choice_type: 'single', answer_index: [3], version: 2 });
    expect(await refusedPut(question, { name: 'Late', version: 1 })).toMatchObject({
      status: 409,
      code: 'stale',
    });
  });

  test('once answered keeps its options, which can be reworded and extended', async () => {
    const { first, quick } = await aLessonWithPolls(app);
    const contents = ['12', 'thirty-six', '64', '32', '48'];
    const option = contents.map((content) => ({ content }));
    const { data } = await put(first, { option, answer_index: [1] });
    expect(data.option.map(({ content }) => content)).toEqual(contents);
    for (const taken of [contents.slice(0, 3), contents.toReversed()])
      expect(
        await refusedPut(first, {
          option: taken.map((content) => ({ content })),
          answer_index: [1],
        }),
      ).toMatchObject({ status: 409, code: 'poll_answered', field: 'option' });
    expect((await questionsOf(first.lessonId)).data[0]?.result).toMatchObject({
      answered: 1,
      counts: [0, 1, 0, 0, 0],
    });
    expect(quick.email).not.toBe('');
  });

  test('with a changed correct answer is counted again', async () => {
    const { first } = await aLessonWithPolls(app);
    const correct = async () => (await questionsOf(first.lessonId)).data[0]?.result.correct;
    expect(await correct()).toBe(1);
    await put(first, { answer_index: [0] });
    expect(await correct()).toBe(0);
  });

  test('of another lesson is not found', async () => {
    const question = await aPollQuestion(app, (await aLesson()).id);
    const elsewhere = { ...question, lessonId: (await aLesson()).id };
    expect(await refusedPut(elsewhere, { name: 'Theirs' })).toMatchObject({ status: 404 });
    const params = { id: elsewhere.lessonId, pollId: question.id };
    const admin = await app.as('Admin');
    expect(await admin.refused(deletePollQuestion, { params })).toMatchObject({ status: 404 });
    expect((await questionsOf(question.lessonId)).count).toBe(1);
  });

  test('is not created again by a retry', async () => {
    const { id } = await aLesson();
    const admin = await app.as('Admin');
    const call = () =>
      admin.call(createPollQuestion, {
        params: { id },
        body: aQuestionBody(),
        headers: { 'idempotency-key': 'the-same-save' },
      });
    expect(await call()).toEqual(await call());
    expect((await questionsOf(id)).count).toBe(1);
  });
});

describe('the order of questions', () => {
  const aLessonOf = async (...names: string[]) => {
    const { id } = await aLesson();
    const made = [];
    for (const name of names) made.push(await aPollQuestion(app, id, { name }));
    return { id, made };
  };
  const orderOf = async (id: string) =>
    (await questionsOf(id)).data.map(({ name, question_index }) => `${question_index}${name}`);

  test.each([
    [0, 2, ['0B', '1C', '2A', '3D']],
    [3, 1, ['0A', '1D', '2B', '3C']],
    [1, 99, ['0A', '1C', '2D', '3B']],
    [2, 2, ['0A', '1B', '2C', '3D']],
  ])('moving number %i to %i makes room', async (from, to, order) => {
    const { id, made } = await aLessonOf('A', 'B', 'C', 'D');
    await put(made[from]!, { question_index: to });
    expect(await orderOf(id)).toEqual(order);
  });

  test('has no gap after a question is deleted or inserted', async () => {
    const { id, made } = await aLessonOf('A', 'B', 'C');
    const admin = await app.as('Admin');
    await admin.call(deletePollQuestion, { params: { id, pollId: made[0]!.id } });
    await admin.call(createPollQuestion, {
      params: { id },
      body: aQuestionBody({ name: 'N', question_index: 1 }),
    });
    expect(await orderOf(id)).toEqual(['0B', '1N', '2C']);
  });

  test('stays consistent when two users move questions concurrently', async () => {
    const { id, made } = await aLessonOf('A', 'B', 'C', 'D', 'E');
    await Promise.all(made.map((question, index) => put(question, { question_index: 4 - index })));
    expect((await orderOf(id)).map(([place]) => place)).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('copying', () => {
  test('adds the questions of another lesson at the end, without their answers', async () => {
    const { lesson: from } = await aLessonWithPolls(app);
    const { id } = await aLesson();
    await aPollQuestion(app, id, { name: 'Own' });
    const admin = await app.as('Admin');
    await admin.call(copyPollQuestions, { params: { id }, body: { from: from.id } });
    const { data } = await questionsOf(id);
    expect(data.map(({ question, question_index }) => [question, question_index])).toEqual([
      ['What is ¾ of 48?', 0],
      ['What is ¾ of 48?', 1],
      ['Which of these are prime?', 2],
    ]);
    expect(data.map(({ result }) => result.answered)).toEqual([0, 0, 0]);
  });

  test('adds only the chosen questions, in the order of the other lesson', async () => {
    const { id } = await aLesson();
    const from = (await aLesson()).id;
    const [first, , third] = [
      await aPollQuestion(app, from, { question: 'One?' }),
      await aPollQuestion(app, from, { question: 'Two?' }),
      await aPollQuestion(app, from, { question: 'Three?' }),
    ];
    const admin = await app.as('Admin');
    const copying = (poll: string[]) => ({ params: { id }, body: { from, poll } });
    await admin.call(copyPollQuestions, copying([third.id, first.id]));
    expect((await questionsOf(id)).data.map(({ question }) => question)).toEqual([
      'One?',
      'Three?',
    ]);
    const { id: foreign } = await aPollQuestion(app, (await aLesson()).id);
    expect(await admin.refused(copyPollQuestions, copying([first.id, foreign]))).toMatchObject({
      code: 'not_found',
      field: 'poll',
    });
    expect((await questionsOf(id)).count).toBe(2);
  });

  test('is refused from a lesson without questions, and above the limit of a lesson', async () => {
    const [{ id }, empty] = [await aLesson(), await aLesson()];
    const admin = await app.as('Admin');
    const copy = (from: string) =>
      admin.refused(copyPollQuestions, { params: { id }, body: { from } });
    expect(await copy(empty.id)).toMatchObject({ status: 400, field: 'from' });
    const full = await aLesson();
    for (let made = 0; made < mostQuestions; made += 1) await aPollQuestion(app, full.id);
    await aPollQuestion(app, id);
    expect(await copy(full.id)).toMatchObject({ status: 422, code: 'poll_full' });
    expect(
      await admin.refused(createPollQuestion, { params: { id: full.id }, body: aQuestionBody() }),
    ).toMatchObject({ status: 422, code: 'poll_full' });
  });

  test('is from lessons with questions, found by their name or class', async () => {
    const { lesson, tuitionClass } = await aLessonWithPolls(app);
    await aLesson();
    const admin = await app.as('Admin');
    const found = await admin.call(listLessonsWithPolls, {
      query: { filter: { search: { regex: tuitionClass.name.toUpperCase() } } },
    });
    expect(found).toMatchObject({
      count: 1,
      data: [{ _id: lesson.id, class: { name: tuitionClass.name }, questions: 2 }],
    });
  });
});

describe('results', () => {
  test('count the latest answer of each student on the lesson', async () => {
    const lesson = await aLesson();
    const question = await aPollQuestion(app, lesson.id);
    const [one, two, video, trial] = [
      await aStudentOn(app, lesson),
      await aStudentOn(app, lesson),
      await aStudentOn(app, lesson, { kind: 'PAYMENT_VIDEO' }),
      await aStudentOn(app, lesson, { kind: 'TRIAL' }),
    ];
    await aStudentOn(app, lesson, { kind: 'PAYMENT_VIDEO' });
    const stranger = await aStudent(app);
    const minute = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);
    await anAnswer(app, question, one, [0], minute(1));
    await anAnswer(app, question, one, [1], minute(3));
    // Sent late, so it is not the latest answer.
    await anAnswer(app, question, one, [2], minute(2));
    await anAnswer(app, question, two, [0], minute(1));
    await anAnswer(app, question, two, [], minute(2));
    await anAnswer(app, question, video, [1]);
    await anAnswer(app, question, trial, [3]);
    await anAnswer(app, question, stranger, [1]);
    await anAnswer(app, question, { email: 'Mother@example.com', name: 'Mrs Tan' }, [1]);
    await anAnswer(app, question, { email: 'mother@EXAMPLE.com', name: 'Mrs Tan' }, [1], minute(1));
    expect(await questionsOf(lesson.id)).toMatchObject({
      data: [{ result: { answered: 3, correct: 2, counts: [0, 2, 0, 1], others: 2 } }],
      students: 4,
    });
  });

  test('of a student who has left the lesson are no longer counted', async () => {
    const { lesson, quick } = await aLessonWithPolls(app);
    await app.database.db
      .update(rosterSources)
      .set({ releasedAt: app.clock.now() })
      .where(eq(rosterSources.studentId, quick.id));
    expect((await questionsOf(lesson.id)).data[0]?.result).toMatchObject({
      answered: 0,
      others: 1,
    });
  });

  test('count a manual match in the attendance as the student, until it is undone', async () => {
    const { lesson, first, slow } = await aLessonWithPolls(app);
    const tablet = { email: 'Tablet.Of.Dad@example.org', name: 'iPad (2)' };
    await anAnswer(app, first, tablet, [1]);
    const result = async () => (await questionsOf(lesson.id)).data[0]?.result;
    expect(await result()).toMatchObject({ answered: 1, others: 1 });
    const match = await aMatch(app, lesson, tablet, slow);
    expect(await result()).toMatchObject({ answered: 2, correct: 2, others: 0 });
    expect((await answersOf(lesson.id)).data).toMatchObject([
      { answers: [{ answer: [1] }], kind: 'PAYMENT' },
      { answers: [{ answer: [1] }], kind: 'PAYMENT' },
    ]);
    // A later answer under the student’s own name belongs to the same person.
    await anAnswer(app, first, slow, [0], new Date(app.clock.now().getTime() + 1000));
    expect(await result()).toMatchObject({ answered: 2, correct: 1, others: 0 });
    await match.takeBack();
    expect(await result()).toMatchObject({ answered: 2, others: 1 });
  });

  test('list each student, and other people last', async () => {
    const { lesson, first, second, quick, slow } = await aLessonWithPolls(app);
    await anAnswer(app, second, slow, [2]);
    await anAnswer(app, first, { email: 'ipad@example.com', name: 'iPad (2)' }, [1]);
    const { data, count } = await answersOf(lesson.id);
    expect(count).toBe(3);
    expect(data.find(({ _id }) => _id === quick.id)).toMatchObject({
      correct: 1,
      answers: [{ poll: first.id, answer: [1], is_correct: true }],
    });
    expect(data.find(({ _id }) => _id === slow.id)).toMatchObject({
      correct: 0,
      answers: [{ poll: second.id, answer: [2], is_correct: false }],
    });
    expect(data.at(-1)).toMatchObject({ student: null, name: 'iPad (2)', kind: null });
  });

  test('are downloaded with a column for each question', async () => {
    const { lesson, second, quick } = await aLessonWithPolls(app);
    await anAnswer(app, second, quick, [2, 0]);
    const answer = await (
      await app.as('Admin')
    ).send(listPollAnswers, { params: { id: lesson.id }, headers: { accept: 'text/csv' } });
    const lines = String(answer.body).replace('\u{feff}', '').trim().split('\r\n');
    expect(lines[0]).toBe(
      'name,email,kind,1. What is ¾ of 48?,2. Which of these are prime?,correct',
    );
    expect(lines.find((line) => line.includes(quick.email))).toMatch(/,PAYMENT,B,A C,2$/);
  });
});

describe('users who see and change polls', () => {
  test('a Tutor sees only those of its own lessons', async () => {
    const [own, other] = [await aLessonWithPolls(app), await aLessonWithPolls(app)];
    const tutor = await app.as('Tutor', {});
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: own.lesson.id, userId: tutor.id, kind: 'tutor' });
    const body = aQuestionBody();
    await tutor.call(createPollQuestion, { params: { id: own.lesson.id }, body });
    expect(
      (await tutor.call(listPollQuestions, { params: { id: own.lesson.id } })).abilities,
    ).toEqual({ manage: true });
    const id = other.lesson.id;
    const params = { id, pollId: other.first.id };
    for (const refused of [
      await tutor.refused(listPollQuestions, { params: { id } }),
      await tutor.refused(listPollAnswers, { params: { id } }),
      await tutor.refused(getPollQuestion, { params: { id: other.first.id } }),
      await tutor.refused(createPollQuestion, { params: { id }, body }),
      await tutor.refused(updatePollQuestion, { params, body: { name: 'Mine' } }),
      await tutor.refused(deletePollQuestion, { params }),
      await tutor.refused(copyPollQuestions, { params: { id: own.lesson.id }, body: { from: id } }),
    ])
      expect(refused).toMatchObject({ status: 404 });
    const { data } = await tutor.call(listLessonsWithPolls, {});
    expect(data.map(({ _id }) => _id)).toEqual([own.lesson.id]);
  });

  test('a Partner reads results, and only the names of its own students', async () => {
    const lesson = await aLesson();
    const question = await aPollQuestion(app, lesson.id);
    const ours = await aStudentOn(app, lesson, { leadSource: 'LLP' });
    const theirs = await aStudentOn(app, lesson, { leadSource: 'FB' });
    for (const student of [ours, theirs]) await anAnswer(app, question, student, [1]);
    await anAnswer(app, question, { email: 'ipad@example.com', name: 'iPad' }, [1]);
    const partner = await app.as('Partner', { leadSourceScope: 'LLP' });
    const params = { id: lesson.id };
    expect(await partner.call(listPollQuestions, { params })).toMatchObject({
      data: [{ result: { answered: 2, correct: 2 } }],
      abilities: { manage: false },
    });
    const answers = await partner.call(listPollAnswers, { params });
    expect(answers).toMatchObject({ data: [{ _id: ours.id }], count: 3, unnamed: 2 });
    expect(
      await partner.refused(createPollQuestion, { params, body: aQuestionBody() }),
    ).toMatchObject({ status: 403 });
  });

  test('CustService manages those of every lesson', async () => {
    const { id } = await aLesson();
    const desk = await app.as('CustService');
    await desk.call(createPollQuestion, { params: { id }, body: aQuestionBody() });
    expect((await questionsOf(id)).count).toBe(1);
  });
});
