import { updateFollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { aFeedback, aFollowUp } from 'staffroom-server/test/factories/feedback.factory.ts';
import {
  aPaidTutor,
  aTaughtLesson,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, at, savedForm, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    feedback: {
      file: 'domains/feedback/feedback-list.tsx',
      nouns: 'feedback',
      pageSize: 10,
      make: async (app, rows) => {
        const name = unique('Rated');
        const lesson = (await aClassWithLessons(app, 1, { name })).lessons[0];
        await many(rows, () => aFeedback(app, { lessonId: lesson?.id ?? '' }));
        return `/feedback?search=${encodeURIComponent(name)}`;
      },
      call: /\/user_input\/feedback$/,
      empty: {
        text: 'No feedback was found',
        address: async () => '/feedback?search=No+such+class',
      },
      filter: ['Content', 'With content', /content=written/],
      download: 'feedback.csv',
      opens: /follow_up=/,
    },
    'ratings of a tutor': {
      file: 'domains/feedback/teacher-ratings.tsx',
      caption: 'Ratings',
      nouns: 'ratings',
      make: async (app, rows) => {
        const tutor = await aPaidTutor(app);
        const { id: lessonId } = await aTaughtLesson(app, tutor);
        await many(rows, () => aFeedback(app, { lessonId }));
        return `/user/${tutor.id}?tab=ratings`;
      },
      call: /\/user_input\/feedback$/,
      empty: {
        text: 'No ratings yet',
        address: async (app) => `/user/${(await aPaidTutor(app)).id}?tab=ratings`,
      },
      download: 'ratings.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a follow-up of feedback': savedForm(aFollowUp, updateFollowUp, ({ feedback }) => ({
      title: 'Follow-up',
      box: 'What was agreed',
      typed: 'Called the mother',
      save: 'Save follow-up',
      writes: ['remark', 'version'],
      open: at(`/feedback?follow_up=${feedback}`),
      theirs: { remark: 'Theirs', due_date: '2026-12-01' },
    })),
  },
  actForms: {
    'a new follow-up of feedback': async (app) => ({
      title: 'Follow up',
      box: 'What was agreed',
      typed: 'Call the mother',
      save: 'Save follow-up',
      open: at(`/feedback?follow_up=${(await aFeedback(app)).id}`),
    }),
  },
};
