import {
  createFollowUp,
  getFeedback,
  getFollowUp,
  listFeedback,
  listFollowUpChanges,
  listFollowUpOwners,
  updateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import { feedbackList } from './feedback-list.ts';
import * as followUps from './follow-ups.service.ts';

export const feedbackRoutes = [
  handleList(listFeedback, feedbackList),
  handle(getFeedback, (context, { params }) => followUps.getFeedback(context, params.id)),
  handle(listFollowUpOwners, (context) => followUps.listOwners(context)),
  ...handleRecord(followUps.followUpRecord, {
    get: getFollowUp,
    changes: listFollowUpChanges,
    create: createFollowUp,
    update: updateFollowUp,
    columns: followUps.followUpColumns,
  }),
];
