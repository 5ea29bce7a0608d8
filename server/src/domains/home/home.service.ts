import type { getHome } from '@staffroom/contract/domains/home/home.contract.ts';
import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  addDays,
  businessDayOf,
  startOfBusinessDay,
  weekOf,
} from '@staffroom/contract/shared/dates.ts';
import { currencies, toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { classList } from '../classes/class-list.ts';
import { lessonList } from '../lessons/lesson-list.ts';
import { orderScope } from '../orders/orders.policy.ts';
import { presentOrder } from '../orders/orders.presenter.ts';
import { listCards } from '../orders/orders.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import * as homeQueries from './home.queries.ts';

type Home = ResponseOf<typeof getHome>['data'];

/** As many lessons as a page of their list holds, as many orders as are looked at in one go, and a tutor's classes. */
const mostLessons = 100;
const mostOrders = 10;
const mostClasses = 100;

/** Hours after which an order that nobody has completed needs attention (decisions: Roles, `/`). */
const hoursToComplete = 24;

/** What the signed-in person has to look at today, each list as its own screen shows it: in their scope, or not at all. */
export const findHome = async (context: Context): Promise<{ data: Home }> => {
  const { actor } = context;
  const today = businessDayOf(context.clock.now().toISOString(), context.settings.businessTimeZone);
  const [lessons, orders, tutor] = await Promise.all([
    mayOpen(actor, '/lessons') ? lessonsWithin(context, today, today) : null,
    mayOpen(actor, '/orders') ? ordersNeedingAttention(context) : null,
    actor.role === 'Tutor' ? tutorsOwn(context, today) : null,
  ]);
  return { data: { lessons, orders, tutor } };
};

/** The active lessons that begin from one business day to another, both included. */
const lessonsWithin = (context: Context, from: string, to: string) => {
  const timeZone = context.settings.businessTimeZone;
  const after = startOfBusinessDay(addDays(to, 1), timeZone);
  return lessonList.page(context, {
    filter: {
      is_active: true,
      scheduled_on: {
        between: [
          startOfBusinessDay(from, timeZone).toString(),
          after.subtract({ milliseconds: 1 }).toString(),
        ],
      },
    },
    sortBy: 'scheduled_on',
    order: 'asc',
    max: mostLessons,
    offset: 0,
  });
};

/** Somebody who has paid waits for places; who only began to may have gone away. */
const ordersNeedingAttention = async (context: Context): Promise<NonNullable<Home['orders']>> => {
  const { db, actor } = context;
  const until = new Date(context.clock.now().getTime() - hoursToComplete * 3_600_000);
  const unfinished = { until, scope: orderScope(actor) };
  const [sums, paid, begun] = await Promise.all([
    homeQueries.sumUnfinished(db, unfinished),
    homeQueries.listUnfinished(db, { ...unfinished, status: 'PAID', max: mostOrders }),
    homeQueries.listUnfinished(db, { ...unfinished, status: 'INIT', max: mostOrders }),
  ]);
  const ids = [...paid, ...begun].slice(0, mostOrders);
  const cards = new Map((await listCards(db, ids)).map((card) => [card.order.id, card]));
  return {
    data: ids.flatMap((id) => {
      const card = cards.get(id);
      return card ? [presentOrder(card, actor)] : [];
    }),
    count: sums.reduce((sum, { count }) => sum + count, 0),
    totals: currencies.flatMap((currency) => {
      const sum = sums.find((each) => each.currency === currency);
      return sum ? [{ currency, amount: toWireAmount(sum.amount) }] : [];
    }),
  };
};

/** Lessons and classes that the signed-in Tutor teaches; whose else there are, their lists leave out. */
const tutorsOwn = async (context: Context, today: string): Promise<NonNullable<Home['tutor']>> => {
  const week = weekOf(today);
  const [next, lessons, classes] = await Promise.all([
    nextLesson(context),
    lessonsWithin(context, week.start, week.end),
    classList.page(context, {
      filter: { is_active: true, end_date: { gt: 'now' } },
      sortBy: 'name',
      order: 'asc',
      max: mostClasses,
      offset: 0,
    }),
  ]);
  const students = await homeQueries.countActiveStudents(
    context.db,
    classes.data.map(({ _id }) => _id),
    context.clock.now(),
  );
  return {
    next,
    week: lessons.data,
    classes: classes.data.map(({ _id, name, max_cap }) => ({
      _id,
      name,
      max_cap,
      students: students.get(_id) ?? 0,
    })),
  };
};

/** The active lesson that takes place now, else the one that begins next, with who comes. */
const nextLesson = async (context: Context): Promise<NonNullable<Home['tutor']>['next']> => {
  const { data } = await lessonList.page(context, {
    filter: { is_active: true, ended_on: { between: [context.clock.now().toISOString(), null] } },
    sortBy: 'scheduled_on',
    order: 'asc',
    max: 1,
    offset: 0,
  });
  const [lesson] = data;
  if (!lesson) return null;
  const [paying, trial] = await Promise.all([
    homeQueries.countPaying(context.db, lesson._id),
    homeQueries.listTrials(context.db, lesson._id, studentScope(context.actor)),
  ]);
  return { lesson, paying, trial };
};
