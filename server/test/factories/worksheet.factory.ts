import {
  createWorksheet,
  type Worksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aQuestion } from './question.factory.ts';

export const aWorksheet = async (
  app: Stage,
  values: Partial<BodyInput<typeof createWorksheet>> = {},
): Promise<Worksheet & { id: string }> => {
  const { data } = await (
    await app.as('Admin')
  ).call(createWorksheet, {
    body: {
      title: unique('Fractions, ratio and circles'),
      question: values.question ?? [{ _id: (await aQuestion(app)).id }],
      ...values,
    },
  });
  return { ...data, id: data._id };
};
