import { optionLabel } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { classroomEvents } from '../../src/domains/attendance/classroom-events.schema.ts';
import { pollQuestions } from '../../src/domains/polls/polls.schema.ts';
import { countOf } from '../../src/domains/polls/polls.queries.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';
import { aClassWithLessons } from './class.factory.ts';
import { aStudentOn } from './homework.factory.ts';
import { insertRow } from './insert-row.ts';

/** The body for a new question: what ¾ of 48 is, with 36 as the correct one of four options. */
export const aQuestionBody = (values: object = {}) => ({
  question: 'What is ¾ of 48?',
  option: ['12', '36', '64', '32'].map((content) => ({ content })),
  answer_index: [1],
  ...values,
});

type QuestionValues = Partial<Omit<typeof pollQuestions.$inferInsert, 'option'>> & {
  option?: string[];
};

/** The same question, added at the end of a lesson's questions. */
export const aPollQuestion = async (
  app: Stage,
  lessonId: string,
  { option = ['12', '36', '64', '32'], ...values }: QuestionValues = {},
) =>
  insertRow(app, pollQuestions, {
    lessonId,
    questionType: 'question',
    name: '',
    question: 'What is ¾ of 48?',
    choiceType: 'single',
    questionIndex: await countOf(app.database.db, lessonId),
    option: option.map((content, index) => ({ label: optionLabel(index), content })),
    answerIndex: [1],
    answer: '',
    ...values,
  });

/** A person's answer, by default now; without a student id the person is unknown. */
export const anAnswer = async (
  app: Stage,
  { id, lessonId }: { id: string; lessonId: string },
  who: { id?: string; email: string; name?: string | null },
  answer: number[],
  at: Date = app.clock.now(),
) => {
  await app.database.db.insert(classroomEvents).values({
    id: newId(at),
    lessonId,
    studentId: who.id ?? null,
    email: who.email,
    name: who.name ?? '',
    action: 'answer',
    at,
    pollId: id,
    answer,
    received: at,
  });
};

/** A lesson with two questions and two students, one of whom answered the first question correctly. */
export const aLessonWithPolls = async (app: Stage) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const lesson = lessons[0]!;
  const [quick, slow] = [await aStudentOn(app, lesson), await aStudentOn(app, lesson)];
  const first = await aPollQuestion(app, lesson.id);
  const second = await aPollQuestion(app, lesson.id, {
    question: 'Which of these are prime?',
    choiceType: 'multiple',
    questionType: 'check_for_understanding',
    option: ['2', '9', '11'],
    answerIndex: [0, 2],
  });
  await anAnswer(app, first, quick, [1]);
  return { tuitionClass, lesson, first, second, quick, slow };
};
