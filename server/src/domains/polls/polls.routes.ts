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
import { handle } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { getRecord } from '../../platform/record.ts';
import { lessonsWithPolls } from './lessons-with-polls.ts';
import { exportAnswers, listAnswers } from './poll-answers.service.ts';
import * as polls from './polls.service.ts';

export const pollRoutes = [
  handle(listPollQuestions, (context, { params }) => polls.listQuestions(context, params.id)),
  handle(getPollQuestion, (context, { params }) => getRecord(context, polls.pollRecord, params.id)),
  handle(createPollQuestion, (context, { params, body }) =>
    polls.createQuestion(context, params.id, body),
  ),
  handle(updatePollQuestion, (context, { params, body }) =>
    polls.updateQuestion(context, params, body),
  ),
  handle(deletePollQuestion, (context, { params }) => polls.deleteQuestion(context, params)),
  handle(copyPollQuestions, (context, { params, body }) =>
    polls.copyQuestions(context, params.id, body),
  ),
  handle(
    listPollAnswers,
    (context, { params }) => listAnswers(context, params.id),
    (context, { params }) => exportAnswers(context, params.id),
  ),
  handleList(listLessonsWithPolls, lessonsWithPolls),
];
