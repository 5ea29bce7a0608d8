import { updateLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import {
  at,
  many,
  named,
  savedForm,
  writesName,
  type DomainExamples,
} from '../support/examples.ts';
import { aCoverFile, sessionForm } from './session-form.ts';

export const examples: DomainExamples = {
  lists: {
    'live sessions': {
      file: 'domains/live-sessions/live-session-list.tsx',
      caption: 'List of TLS sessions',
      phoneCards: true,
      nouns: 'TLS sessions',
      make: async (app, rows) => {
        const seriesName = unique('Walked');
        await many(rows, (number) =>
          aLiveSession(app, { seriesName, name: `Heuristics ${number}`, inDays: Number(number) }),
        );
        return `/tls?search=${seriesName}`;
      },
      call: /\/event\/webinar$/,
      empty: {
        text: 'There are no TLS sessions to display',
        address: async () => '/tls?search=nothing.of.the.kind',
      },
      sort: ['Session', 'name'],
      filter: ['Period', 'Upcoming', /period=upcoming/],
      download: 'tls-sessions.csv',
      opens: { dialog: 'Attendee list' },
    },
    'attendees of a live session': {
      file: 'domains/live-sessions/attendee-dialog.tsx',
      caption: 'Attendees',
      nouns: 'attendees',
      page: null,
      make: async (app, rows) => {
        const { id } = await aLiveSession(app);
        await many(rows, async (number) => {
          const student = await aStudent(app, { name: `Pupil ${number}` });
          await anAttendee(app, id, { studentId: student.id });
        });
        return `/tls?attendees=${id}`;
      },
      call: /\/event\/webinar\/[^/]+\/attendee$/,
      empty: {
        text: 'There are no attendees to display',
        address: async (app) => `/tls?attendees=${(await aLiveSession(app)).id}`,
      },
      download: 'attendees.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a live session': savedForm(aLiveSession, updateLiveSession, ({ id }) => ({
      ...writesName,
      title: 'Update live session',
      typed: unique('Ratio before and after'),
      open: at(`/tls?session=${id}`),
      theirs: { name: unique('Theirs'), event_duration: 45 },
    })),
  },
  actForms: {
    'a new live session': async (app) => {
      const host = await aTutor(app, { name: unique('Goh Shi Min') });
      return {
        ...named,
        title: 'Create live session',
        typed: unique('Ratio before and after'),
        open: async (page) => {
          await page.goto('/tls?dialog=create');
          const form = sessionForm(page, 'Create live session');
          await form.fillAll({ host: host.name, cover: await aCoverFile() });
        },
      };
    },
  },
  questions: {
    'deleting a live session': async (app) => {
      const { name } = await aLiveSession(app);
      return {
        title: 'Delete live session',
        save: 'Delete',
        open: async (page) => {
          await page.goto(`/tls?search=${name}`);
          await page.getByRole('button', { name: `Actions for ${name}` }).click();
          await page.getByRole('menuitem', { name: 'Delete' }).click();
        },
      };
    },
  },
};
