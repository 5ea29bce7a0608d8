import {
  archiveQuestion,
  createQuestion,
  getQuestion,
  listQuestionChanges,
  listQuestions,
  listQuestionVersions,
  jsonFile,
  moodleFile,
  restoreQuestionVersion,
  tagQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  findSimilarQuestions,
  listDuplicateHints,
  setDuplicate,
} from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import {
  createQuestionTag,
  getQuestionTag,
  listQuestionTagChanges,
  listQuestionTags,
  updateQuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import { handleInThread } from '../../platform/json-bodies.ts';
import type { CopyPicture } from '../users/copy-picture.ts';
import { importQuestions as runImport } from './import-questions.ts';
import * as questionFiles from './export-questions.ts';
import * as duplicates from './likely-duplicates.service.ts';
import { questionRecord } from './question-record.ts';
import { questionList } from './question-list.ts';
import * as tags from './question-tags.service.ts';
import * as questions from './questions.service.ts';

export const questionBankRoutes = (jobs: Jobs, copyPicture: CopyPicture): Route[] => [
  handleList(listQuestions, questionList, {
    [jsonFile]: questionFiles.exportJson,
    [moodleFile]: questionFiles.exportMoodle,
  }),
  handleInThread(importQuestions, (context, bytes, { query }) =>
    runImport(context, bytes, { isDryRun: query.dry_run, copyPicture, jobs }),
  ),
  ...handleRecord(questionRecord, { get: getQuestion, changes: listQuestionChanges }),
  handle(createQuestion, (context, { body }) => questions.createQuestion(context, jobs, body)),
  handle(updateQuestion, (context, { params, body }) =>
    questions.updateQuestion(context, jobs, params.id, body),
  ),
  handle(tagQuestion, (context, { params, body }) =>
    questions.tagQuestion(context, jobs, params.id, body),
  ),
  handle(archiveQuestion, (context, { params, body }) =>
    questions.archiveQuestion(context, jobs, params.id, body),
  ),
  handle(listQuestionVersions, (context, { params, query }) =>
    questions.listVersions(context, params.id, query),
  ),
  handle(restoreQuestionVersion, (context, { params, body }) =>
    questions.restoreVersion(context, jobs, params, body.version),
  ),
  handle(findSimilarQuestions, (context, { body }) => duplicates.findSimilar(context, body)),
  handle(listDuplicateHints, (context, { query }) =>
    duplicates.listHints(context, query.of.split(',')),
  ),
  handle(setDuplicate, (context, { params, body }) =>
    duplicates.setDuplicate(context, params, body.is_duplicate),
  ),
  handle(listQuestionTags, (context) => tags.listTags(context)),
  ...handleRecord(tags.tagRecord, { get: getQuestionTag, changes: listQuestionTagChanges }),
  handle(createQuestionTag, (context, { body }) => tags.createTag(context, body)),
  handle(updateQuestionTag, (context, { params, body }) =>
    tags.updateTag(context, params.id, body),
  ),
];
