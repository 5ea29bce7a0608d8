import { asc, eq } from 'drizzle-orm';
import {
  cancelOrder,
  createOrder,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { updateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { TestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { followTickets } from './follow-tickets.ts';
import { ticketHistory, tickets } from './tickets.schema.ts';

type Made = Awaited<ReturnType<typeof aClassWithLessons>>;
type Lesson = Made['lessons'][number];
type OrderValues = Partial<Parameters<typeof anOrderBody>[2]>;

export const day = 24 * 60 * 60_000;

/** Actions that tests take as an Admin, as the worker, and as time passes. */
export const ticketLife = (app: TestApp) => {
  const admin = () => app.as('Admin');
  return {
    admin,
    /** A student, a class with weekly lessons, and functions that order them. */
    aFamily: async (
      values: Parameters<typeof aStudent>[1] = {},
      classValues: Parameters<typeof aClassWithLessons>[2] = {},
    ) => {
      const student = await aStudent(app, values);
      const made = await aClassWithLessons(app, 12, classValues);
      const order = async (of: readonly (Lesson | undefined)[], more: OrderValues = {}) => {
        const chosen = of.filter((lesson) => lesson !== undefined);
        const body = anOrderBody(made.tuitionClass.id, chosen, { email: student.email, ...more });
        return (await (await admin()).call(createOrder, { body })).data;
      };
      const own = () =>
        app.database.db
          .select()
          .from(tickets)
          .where(eq(tickets.classId, made.tuitionClass.id))
          .orderBy(asc(tickets.created), asc(tickets.id));
      return {
        student,
        ...made,
        /** The lesson of this number, from 1. */
        lesson: (number: number): Lesson => {
          const lesson = made.lessons[number - 1];
          if (!lesson) throw new Error('The class has no lesson of this number.');
          return lesson;
        },
        order,
        orderTrial: (lesson: Lesson | undefined, more: OrderValues = {}) =>
          order([lesson], { type: 'TRIAL', ...more }),
        tickets: own,
        ticket: async () => {
          const [ticket, second] = await own();
          if (!ticket || second) throw new Error('Expected exactly one ticket.');
          return ticket;
        },
      };
    },
    cancel: async ({ _id }: { _id: string }, remark = 'Family moved away') =>
      (await admin()).call(cancelOrder, { params: { id: _id }, body: { remark } }),
    giveTo: async ({ _id }: { _id: string }, agent: string) =>
      (await admin()).call(updateOrder, {
        params: { id: _id },
        body: { agent, meta: { is_renewal: false } },
      }),
    /** Changes a lesson as its form does, and confirms every question. */
    changeLesson: async (
      { id }: { id: string },
      values: { scheduledAt?: Date; isActive?: boolean },
    ) => {
      const [row] = await app.database.db.select().from(lessons).where(eq(lessons.id, id));
      const { scheduledAt, isActive } = values;
      const times = scheduledAt && {
        scheduled_on: scheduledAt.toISOString(),
        ended_on: new Date(scheduledAt.getTime() + 2 * 60 * 60_000).toISOString(),
      };
      await (
        await admin()
      ).call(updateLesson, {
        params: { id },
        body: {
          ...times,
          ...(isActive !== undefined && { is_active: isActive }),
          version: row?.version ?? 0,
          allow_overlap: true,
          allow_unusual: true,
        },
      });
    },
    /** Sets the time; all sessions must sign in again. */
    at: (time: Date) => {
      app.clock.setTo(time);
      app.forgetSessions();
    },
    /** Runs the worker once; returns the number of steps. */
    work: () => followTickets(needsOf(app), never),
    historyOf: ({ id }: { id: string }) =>
      app.database.db
        .select()
        .from(ticketHistory)
        .where(eq(ticketHistory.ticketId, id))
        .orderBy(asc(ticketHistory.at), asc(ticketHistory.id)),
  };
};

const never = new AbortController().signal;
const needsOf = (app: TestApp) => ({
  db: app.database.db,
  clock: app.clock,
  settings: app.settings,
});
