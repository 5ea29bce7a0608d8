import {
  questionSchema,
  type Question,
  type QuestionVersion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  questionLevels,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { QuestionState } from './question-bank.schema.ts';
import type { listVersions, QuestionCard } from './questions.queries.ts';

/** A question in the form that staff see and the audit trail stores. */
export const presentQuestion = ({ question, tags, createdBy }: QuestionCard): Question =>
  presentColumns(questionSchema, question, {
    ...contentOf(question, tags),
    marks: marksOf(question.unit),
    created_by: createdBy,
  });

type VersionCard = Awaited<ReturnType<typeof listVersions>>[number];

/** An old version of a question, with the current names of its tags. */
export const presentVersion = ({ version, tags, by }: VersionCard): QuestionVersion => ({
  version: version.version,
  at: version.at.toISOString(),
  by,
  action: version.action,
  restored: version.restored,
  ...contentOf(version.state, tags),
});

/** The content of a question or of one of its versions. */
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
