import { eq } from 'drizzle-orm';
import { ticketHistory, tickets } from '../../src/domains/tickets/tickets.schema.ts';
import type { Stage } from '../stage.ts';
import { aClass, aClassWithLessons, aLesson } from './class.factory.ts';
import { anOrder } from './order.factory.ts';
import { aStudentOn } from './homework.factory.ts';
import { insertRow, insertRows } from './insert-row.ts';
import { aStudent } from './user.factory.ts';

type Values = Partial<typeof tickets.$inferInsert>;
type Trial = Values & Partial<Pick<Parameters<typeof anOrder>[1] & object, 'email' | 'name'>>;

/** The ticket of a trial ordered for a lesson in a week, by default without a follow-up date. */
export const aTrialTicket = async (app: Stage, { email, name, ...values }: Trial = {}) => {
  const order = await anOrder(app, {
    type: 'TRIAL',
    lessons: 1,
    ...(email && { email }),
    ...(name && { name }),
  });
  const [row] = await app.database.db
    .update(tickets)
    .set({ nextActionDate: null, ...values })
    .where(eq(tickets.orderId, order._id))
    .returning();
  if (!row) throw new Error('The trial order opened no ticket.');
  return row;
};

/** The ticket of a subscription whose last paid lesson is in a week, with its first history step. */
export const aRenewalTicket = async (app: Stage, values: Values = {}) => {
  const tuitionClass = await aClass(app);
  const lesson = await aLesson(app, tuitionClass.id);
  const student = await aStudentOn(app, lesson);
  const opened = { ...renewalOf(app, student, lesson), ...values };
  const row = await insertRow(app, tickets, opened);
  await insertRow(app, ticketHistory, firstStep(row));
  return row;
};

export const manyRenewalTickets = async (app: Stage, count: number) => {
  const { lessons } = await aClassWithLessons(app, count);
  const student = await aStudent(app);
  const opened = lessons.map((lesson) => renewalOf(app, student, lesson));
  const rows = await insertRows(app, tickets, opened);
  await insertRows(app, ticketHistory, rows.map(firstStep));
  return rows.map(({ id }) => id);
};

type Lesson = Awaited<ReturnType<typeof aLesson>>;

const renewalOf = (app: Stage, student: { id: string }, lesson: Lesson) => ({
  type: 'ClassRenewal' as const,
  status: 'INIT' as const,
  statusSince: app.clock.now(),
  studentId: student.id,
  classId: lesson.classId,
  lessonId: lesson.id,
  subscriptionEndDate: lesson.scheduledAt,
});

const firstStep = ({ id, created, status }: typeof tickets.$inferSelect) => ({
  ticketId: id,
  at: created,
  actorName: 'Staffroom',
  toStatus: status,
  action: 'Opened',
});
