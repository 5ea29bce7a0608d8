import {
  questionSchema,
  type Question,
  type QuestionVersion,
} from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  questionLevels,
} from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { QuestionState } from './question-bank.schema.ts';
import type { listVersions, QuestionCard } from './questions.queries.ts';

/** A question as staff see it and as the audit trail keeps it. */
export const presentQuestion = ({ question, tags, createdBy }: QuestionCard): Question =>
  presentColumns(questionSchema, question, {
    ...contentOf(question, tags),
    marks: marksOf(question.unit),
    created_by: createdBy,
  });

type VersionCard = Awaited<ReturnType<typeof listVersions>>[number];

/** A version of a question as it was; its tags are named as they are now. */
export const presentVersion = ({ version, tags, by }: VersionCard): QuestionVersion => ({
  version: version.version,
  at: version.at.toISOString(),
  by,
  action: version.action,
  restored: version.restored,
  ...contentOf(version.state, tags),
});

/** What a question says, or said in one of its versions. */
export const contentOf = (said: QuestionState, tags: QuestionCard['tags']) => ({
  subject: said.subject,
  level: questionLevels.filter((level) => said.level.includes(level)),
  instruction: said.instruction,
  context: said.context,
  unit: said.unit,
  meta: {
    year: said.year,
    school: said.school,
    ...tags,
    is_self_checking: said.isSelfChecking,
  },
});
