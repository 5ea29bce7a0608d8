import { eq } from 'drizzle-orm';
import { ticketHistory, tickets } from '../../src/domains/tickets/tickets.schema.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';
import { aClass, aClassWithLessons, aLesson } from './class.factory.ts';
import { anOrder } from './order.factory.ts';
import { aStudentOn } from './homework.factory.ts';
import { aStudent } from './user.factory.ts';

type Values = Partial<typeof tickets.$inferInsert>;
type Trial = Values & Partial<Pick<Parameters<typeof anOrder>[1] & object, 'email' | 'name'>>;

/** The ticket of a trial that was ordered for a lesson in a week; without a day for it unless told. */
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
  if (!row) throw new Error('A trial order opens a ticket.');
  return row;
};

/** The ticket of a subscription whose last paid lesson is in a week, with the step that opened it. */
export const aRenewalTicket = async (app: Stage, values: Values = {}) => {
  const tuitionClass = await aClass(app);
  const lesson = await aLesson(app, tuitionClass.id);
  const student = await aStudentOn(app, lesson);
  const [row] = await app.database.db
    .insert(tickets)
    .values({
      ...opened(app.clock.now()),
      type: 'ClassRenewal',
      status: 'INIT',
      studentId: student.id,
      classId: tuitionClass.id,
      lessonId: lesson.id,
      subscriptionEndDate: lesson.scheduledOn,
      ...values,
    })
    .returning();
  return withFirstStep(app, row);
};

/** Tickets of so many subscriptions of one student, as quickly as that goes; answers their ids. */
export const manyRenewalTickets = async (app: Stage, count: number) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, count);
  const student = await aStudent(app);
  const rows = lessons.map((lesson) => ({
    ...opened(app.clock.now()),
    type: 'ClassRenewal' as const,
    status: 'INIT' as const,
    studentId: student.id,
    classId: tuitionClass.id,
    lessonId: lesson.id,
    subscriptionEndDate: lesson.scheduledOn,
  }));
  await app.database.db.insert(tickets).values(rows);
  await app.database.db.insert(ticketHistory).values(rows.map(firstStep));
  return rows.map(({ id }) => id);
};

type Opened = Pick<typeof tickets.$inferSelect, 'id' | 'created' | 'status'>;

const firstStep = ({ id, created, status }: Opened) => ({
  id: newId(created),
  ticketId: id,
  at: created,
  actorName: 'Staffroom',
  toStatus: status,
  action: 'Opened',
});

const opened = (now: Date) => ({ id: newId(now), statusSince: now, created: now, updated: now });

const withFirstStep = async (app: Stage, row: typeof tickets.$inferSelect | undefined) => {
  if (!row) throw new Error('No ticket was made.');
  await app.database.db.insert(ticketHistory).values(firstStep(row));
  return row;
};
