import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateFollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { getLastContact } from 'staffroom-contract/domains/reports/last-contact.contract.ts';
import { updateTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { aFeedback, aFollowUp } from '../../../test/factories/feedback.factory.ts';
import { aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { deliveries } from '../announcements/announcements.schema.ts';

const app = useOwnTestApp();

const read = async (api: Api, id: string) =>
  (await api.call(getLastContact, { params: { id } })).data;

const later = () => app.clock.setTo(new Date(app.clock.now().getTime() + 3_600_000));

test('the last contact is the latest remark, follow-up or sent message that the reader may see', async () => {
  const { lesson, students } = await aLessonWith(app, pupils(1));
  const { id, email } = students[0]!;
  const ticket = await aTrialTicket(app, { email });
  const readers = {
    admin: await app.as('Admin'),
    sales: await app.as('SalesAdmin'),
    desk: await app.as('CustService'),
  };
  const all = async () => ({
    admin: await read(readers.admin, id),
    sales: await read(readers.sales, id),
    desk: await read(readers.desk, id),
  });
  // The system opened the ticket, which is no contact.
  expect(await all()).toEqual({ admin: null, sales: null, desk: null });

  later();
  await readers.admin.call(updateTrialTicket, {
    params: { id: ticket.id },
    body: { remark: 'Mother calls back', next_action_date: null },
  });
  const remark = {
    source: 'ticket',
    at: app.clock.now().toISOString(),
    by: { _id: readers.admin.id },
    text: 'Mother calls back',
    ticket: ticket.id,
    type: 'TrialConversion',
  };
  expect(await all()).toMatchObject({ admin: remark, sales: remark, desk: null });

  later();
  const given = await aFeedback(app, { lessonId: lesson.id, studentId: id });
  const { id: followUp, version } = await aFollowUp(app, { feedback: given.id });
  later();
  await readers.desk.call(updateFollowUp, {
    params: { id: followUp },
    body: { remark: 'Called the father', version },
  });
  const answered = {
    source: 'feedback',
    at: app.clock.now().toISOString(),
    by: { _id: readers.desk.id },
    text: 'Called the father',
    feedback: given.id,
  };
  expect(await all()).toMatchObject({ admin: answered, sales: remark, desk: answered });

  later();
  const { _id: announcement } = await anAnnouncement(app, lesson.id, { subject: 'New time' });
  expect(await all()).toMatchObject({ admin: answered, sales: remark, desk: answered });
  await app.database.db
    .update(deliveries)
    .set({ state: 'sent' })
    .where(eq(deliveries.announcementId, announcement));
  const message = { source: 'message', text: 'New time', method: 'email' };
  expect(await all()).toMatchObject({ admin: message, sales: message, desk: message });
});

test('a change of the owner or the due date of a follow-up is no contact', async () => {
  const student = await aStudent(app);
  const given = await aFeedback(app, { studentId: student.id });
  const { id, version } = await aFollowUp(app, { feedback: given.id });
  const admin = await app.as('Admin');
  await admin.call(updateFollowUp, {
    params: { id },
    body: { due_date: '2030-01-07', version },
  });
  expect(await read(admin, student.id)).toBeNull();
  const [partner, agent] = [await app.as('Partner'), await app.as('Agent')];
  const asked = { params: { id: student.id } };
  expect(await partner.refused(getLastContact, asked)).toMatchObject({ status: 404 });
  expect(await agent.refused(getLastContact, asked)).toMatchObject({ status: 403 });
});
