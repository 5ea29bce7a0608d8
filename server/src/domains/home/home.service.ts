import type { getHome } from '@staffroom/contract/domains/home/home.contract.ts';
import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import { addDays, businessDayOf, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { lessonList } from '../lessons/lesson-list.ts';
import { listOrders } from '../orders/orders.service.ts';

type Home = ResponseOf<typeof getHome>['data'];

/** As many lessons as a page of their list holds, and as many orders as are looked at in one go. */
const mostLessons = 100;
const mostOrders = 10;

/** Hours after which an order that nobody has completed needs attention (decisions: Roles, `/`). */
const hoursToComplete = 24;

/** What the signed-in person has to look at today, each list as its own screen shows it: in their scope, or not at all. */
export const findHome = async (context: Context): Promise<{ data: Home }> => {
  const [lessons, orders] = await Promise.all([
    mayOpen(context.actor, '/lessons') ? lessonsOfToday(context) : null,
    mayOpen(context.actor, '/orders') ? ordersNeedingAttention(context) : null,
  ]);
  return { data: { lessons, orders } };
};

const lessonsOfToday = (context: Context) => {
  const timeZone = context.settings.businessTimeZone;
  const today = businessDayOf(context.clock.now().toISOString(), timeZone);
  const tomorrow = startOfBusinessDay(addDays(today, 1), timeZone);
  return lessonList.page(context, {
    filter: {
      is_active: true,
      scheduled_on: {
        between: [
          startOfBusinessDay(today, timeZone).toString(),
          tomorrow.subtract({ milliseconds: 1 }).toString(),
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
  const before = context.clock.now().getTime() - hoursToComplete * 3_600_000;
  const lists = await Promise.all(
    (['PAID', 'INIT'] as const).map((status) =>
      listOrders(context, {
        filter: { status, created: { between: [null, new Date(before).toISOString()] } },
        sortBy: 'created',
        order: 'desc',
        max: mostOrders,
        offset: 0,
      }),
    ),
  );
  return {
    data: lists.flatMap(({ data }) => data).slice(0, mostOrders),
    count: lists.reduce((sum, { count }) => sum + count, 0),
  };
};
