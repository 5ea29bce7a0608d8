import type { Page } from '@playwright/test';
import { updateTrialTicket } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { aTrialTicket } from '@staffroom/server/test/factories/ticket.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import type { Examples, OpenableForm, RecordForm } from './forms.ts';

/** A button of a ticket's panel. */
const onTicket = (id: string, button: string) => async (page: Page) => {
  await page.goto(`/tickets/trial?ticket=${id}`);
  await page
    .getByRole('complementary', { name: /^Ticket/ })
    .getByRole('button', { name: button, exact: true })
    .click();
};

/** An act on two selected tickets, new ones at each opening. */
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

/** The forms of tickets that change a record. */
export const ticketRecordForms: Examples<RecordForm> = {
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
};

/** The acts on one ticket and on several. */
export const ticketActForms: Examples<OpenableForm> = {
  'the cancelling of a ticket': async (app) => ({
    title: 'Cancel ticket',
    box: 'Remark',
    typed: 'Family moved away',
    save: 'Cancel ticket',
    open: onTicket((await aTrialTicket(app)).id, 'Cancel ticket'),
  }),
  'the tutor’s comment of a ticket': async (app) => ({
    title: 'Tutor comment',
    box: 'Tutor comment',
    typed: 'Follows well',
    save: 'Save',
    open: onTicket((await aTrialTicket(app)).id, 'Edit comment'),
  }),
  'the status of several tickets': async (app) => ({
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
  'the cancelling of several tickets': async (app) => ({
    title: 'Cancel tickets',
    box: 'Remark',
    typed: 'Class did not begin',
    save: 'Cancel tickets',
    open: onSelectedTickets(app, 'Cancel'),
  }),
};
