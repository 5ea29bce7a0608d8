import type { Page } from '@playwright/test';
import { updateTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { aLessonWith, pupils } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aTrialTicket, aRenewalTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, type DomainExamples } from '../support/examples.ts';
import type { Running } from '../support/running-server.ts';

/** Opens a ticket and clicks a button of its panel. */
const onTicket = (id: string, button: string) => async (page: Page) => {
  await page.goto(`/tickets/trial?ticket=${id}`);
  await page
    .getByRole('complementary', { name: /^Ticket/ })
    .getByRole('button', { name: button, exact: true })
    .click();
};

/** Selects two new tickets and clicks the button of an act. */
const onSelectedTickets = (app: Running, act: string) => async (page: Page) => {
  const mark = unique('Selected');
  await aTrialTicket(app, { name: `${mark} 1` });
  await aTrialTicket(app, { name: `${mark} 2` });
  await page.goto(`/tickets/trial?search=${mark}`);
  await page.getByRole('checkbox', { name: 'Select every ticket on this page' }).check();
  await page
    .getByRole('group', { name: 'Selected tickets' })
    .getByRole('button', { name: act, exact: true })
    .click();
};

/** Makes a ticket, and returns the address of the dialog with the students of its lesson. */
const ticketOfLesson = async (
  app: Running,
  lesson: { id: string; classId: string },
  studentId?: string,
) => {
  const { id } = await aRenewalTicket(app, {
    lessonId: lesson.id,
    classId: lesson.classId,
    ...(studentId && { studentId }),
  });
  return `/tickets/renewal?ticket=${id}&students=true`;
};

export const examples: DomainExamples = {
  lists: {
    tickets: {
      file: 'domains/tickets/ticket-list.tsx',
      caption: 'List of tickets',
      phoneCards: true,
      nouns: 'tickets',
      pageSize: 50,
      make: async (app, rows) => {
        const mark = unique('Walked');
        await many(rows, (number) => aTrialTicket(app, { name: `${mark} ${number}` }));
        return `/tickets/trial?search=${mark}`;
      },
      call: /\/admin\/ticket\/TrialConversion$/,
      empty: {
        text: 'No ticket found.',
        address: async () => '/tickets/trial?search=no.such.name',
      },
      sort: ['Student', 'student'],
      filter: ['Handled by', 'Unassigned', /handler=none/],
      download: 'trial-tickets.csv',
      opens: /ticket=[\da-f-]+/,
    },
    'students of a ticket’s lesson': {
      file: 'domains/tickets/lesson-students-dialog.tsx',
      caption: 'Students with attendance',
      nouns: 'students',
      pageSize: 15,
      page: null,
      make: async (app, rows) => {
        const { students, lesson } = await aLessonWith(app, pupils(rows));
        return ticketOfLesson(app, lesson, students[0]?.id);
      },
      call: /\/lesson\/[^/]+\/attendance$/,
      empty: {
        text: 'There are no students',
        address: async (app) => ticketOfLesson(app, (await aLessonWith(app, [])).lesson),
      },
      opens: /\/user\/[\da-f-]+$/,
    },
    'tickets of a student': {
      file: 'domains/tickets/student-tickets.tsx',
      caption: 'Tickets',
      nouns: 'tickets',
      make: async (app, rows) => {
        const { id: studentId } = await aStudent(app);
        await many(rows, () => aRenewalTicket(app, { studentId }));
        return `/user/${studentId}?tab=tickets`;
      },
      call: /\/admin\/ticket\/ClassRenewal$/,
      empty: {
        text: 'No ticket found.',
        address: async (app) => `/user/${(await aStudent(app)).id}?tab=tickets`,
      },
      opens: /ticket=[\da-f-]+/,
    },
    'tickets by class': {
      file: 'domains/tickets/conversion-table.tsx',
      caption: 'Renewal by class',
      nouns: 'renewal classes',
      pageSize: 10,
      page: 'renewal_page',
      make: async (app, rows) => {
        const subscriptionEndDate = new Date('2018-05-14T06:00:00Z');
        await many(rows, () => aRenewalTicket(app, { subscriptionEndDate }));
        return '/tickets/stat?from=2018-05-01&to=2018-05-31';
      },
      call: /\/report\/tickets\/ClassRenewal$/,
      empty: {
        text: 'No renewal ticket found.',
        address: async () => '/tickets/stat?from=2018-04-01&to=2018-04-30',
      },
      download: 'renewal-by-class.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a ticket on the board': async (app) => {
      const name = unique('Card');
      const ticket = await aTrialTicket(app, { name, status: 'PENDING DECISION' });
      const admin = await app.as('Admin');
      return {
        title: 'Update ticket',
        box: 'Remark',
        typed: 'Asks for the price',
        save: 'Update',
        writes: ['remark', 'version'],
        open: async (page) => {
          await page.goto(`/tickets/trial?layout=board&search=${name}`);
          await page.getByRole('link', { name: new RegExp(`^${name},`) }).focus();
          await page.keyboard.press('u');
        },
        saveMeanwhile: () =>
          admin.call(updateTrialTicket, {
            params: { id: ticket.id },
            body: { remark: 'Called', next_action_date: '2026-12-01' },
          }),
      };
    },
    'a ticket’s student': async (app) => {
      const ticket = await aTrialTicket(app);
      const admin = await app.as('Admin');
      return {
        title: 'Update student',
        box: 'School',
        typed: 'Anderson Secondary School',
        save: 'Update student',
        writes: ['school', 'version'],
        open: onTicket(ticket.id, 'Update student'),
        saveMeanwhile: () =>
          admin.call(updateUser, {
            params: { type: 'Student', id: ticket.studentId },
            body: { school: 'Raffles Institution', first_language: 'Tamil' },
          }),
      };
    },
  },
  actForms: {
    'a ticket cancellation': async (app) => ({
      title: 'Cancel ticket',
      box: 'Remark',
      typed: 'Family moved away',
      save: 'Cancel ticket',
      open: onTicket((await aTrialTicket(app)).id, 'Cancel ticket'),
    }),
    'a tutor comment on a ticket': async (app) => ({
      title: 'Tutor comment',
      box: 'Tutor comment',
      typed: 'Follows well',
      save: 'Save',
      open: onTicket((await aTrialTicket(app)).id, 'Edit comment'),
    }),
    'a status change of several tickets': async (app) => ({
      title: 'Update tickets',
      box: 'Remark',
      typed: 'Called all of them',
      save: 'Update tickets',
      open: async (page) => {
        await onSelectedTickets(app, 'Status')(page);
        await page
          .getByRole('dialog', { name: 'Update tickets' })
          .getByRole('combobox', { name: 'Status' })
          .click();
        await page.getByRole('option', { name: 'PENDING DECISION', exact: true }).click();
      },
    }),
    'a cancellation of several tickets': async (app) => ({
      title: 'Cancel tickets',
      box: 'Remark',
      typed: 'Class did not begin',
      save: 'Cancel tickets',
      open: onSelectedTickets(app, 'Cancel'),
    }),
  },
};
