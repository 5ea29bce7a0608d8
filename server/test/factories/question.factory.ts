import { eq } from 'drizzle-orm';
import {
  createQuestion,
  type Question,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  createQuestionTag,
  listQuestionTags,
  type QuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { questions } from '../../src/domains/question-bank/question-bank.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';

type Body = BodyInput<typeof createQuestion>;
type Unit = Body['unit'][number];

export const formula = (latex: string) =>
  `<span data-type="inline-math" data-latex="${latex}"></span>`;

/** A unit with four options, of which B is correct. */
export const anMcqUnit = (values: object = {}): Unit => ({
  answer_type: 'single',
  mark: 1,
  question_body: `<p>Which fraction is nearest to ${formula(String.raw`\frac{1}{2}`)}?</p>`,
  option: [3, 4, 5, 6].map((part) => ({ content: formula(String.raw`\frac{${part}}{9}`) })),
  answer: [1],
  ...values,
});

export const anOpenUnit = (values: object = {}): Unit => ({
  answer_type: 'absolute_answer',
  mark: 3,
  question_body: '<p>What is the capacity of the tank?</p>',
  answer: { pre_unit: '', body: '15', post_unit: 'ℓ' },
  ...values,
});

/** The body for a new question with two units and a unique text. */
export const aQuestionBody = (values: Partial<Body> = {}): Body => ({
  subject: 'Mathematics',
  level: ['primary-6'],
  instruction: 'Show your working clearly.',
  context: `<p>A tank of ${unique('Rosyth')} was ${formula(String.raw`\frac{2}{5}`)} full of water.</p>`,
  unit: [anOpenUnit({ label: '(a)' }), anMcqUnit({ label: '(b)' })],
  meta: { year: 2021, school: 'Nan Hua Primary School', topic: 'Fractions' },
  ...values,
});

export const aQuestion = async (
  app: Stage,
  values: Partial<Body> = {},
): Promise<Question & { id: string }> => {
  const { data } = await (
    await app.as('Admin')
  ).call(createQuestion, { body: aQuestionBody(values) });
  return { ...data, id: data._id };
};

/** A question whose context was written directly to the database, as before a limit was introduced. */
export const aStoredQuestion = async (app: Stage, context: string) => {
  const question = await aQuestion(app);
  await app.database.db.update(questions).set({ context }).where(eq(questions.id, question.id));
  return { ...question, context };
};

/** A question whose content has changed since its first version. */
export const aChangedQuestion = async (app: Stage) => {
  const { id } = await aQuestion(app);
  const { data } = await (
    await app.as('Admin')
  ).call(updateQuestion, { params: { id }, body: { instruction: 'Do not use a calculator.' } });
  return { ...data, id };
};

/** The tag with this name, which must be unique across subjects. */
export const theTag = async (app: Stage, name: string): Promise<QuestionTag> => {
  const { data } = await (await app.as('Admin')).call(listQuestionTags);
  const tag = data.find((one) => one.name === name);
  if (!tag) throw new Error(`No tag has the name ${name}.`);
  return tag;
};

export const aTopic = async (app: Stage, name = unique('Topic')) => {
  const parent = (await theTag(app, 'Mathematics'))._id;
  const { data } = await (
    await app.as('Admin')
  ).call(createQuestionTag, { body: { kind: 'topic', parent, name } });
  return { ...data, id: data._id };
};
