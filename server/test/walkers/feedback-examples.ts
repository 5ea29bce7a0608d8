import type { TestApp } from '../build-test-app.ts';
import { aFeedback, aFollowUp } from '../factories/feedback.factory.ts';
import { aUser } from '../factories/user.factory.ts';
import { ofRecord, type MakeExample } from './example.ts';

const begin = async (app: TestApp) => ({
  feedback: (await aFeedback(app)).id,
  owner: (await aUser(app, { type: 'CustService' })).id,
  due_date: '2026-11-24',
});

export const feedbackExamples: Record<string, MakeExample> = {
  listFeedback: async (app) => ({
    query: { filter: { _id: (await aFeedback(app)).id } },
  }),
  getFeedback: async (app) => ({ params: { id: (await aFeedback(app)).id } }),
  listFollowUpOwners: async () => ({}),
  ...ofRecord('FollowUp', aFollowUp, {
    create: async (app) => ({ body: await begin(app) }),
    update: { state: 'done', remark: 'Called the mother' },
  }),
};
