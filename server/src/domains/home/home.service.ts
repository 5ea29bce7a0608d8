import type { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import type { HomePartName } from 'staffroom-contract/domains/home/home.rules.ts';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { hoursToComplete } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { backupState } from 'staffroom-contract/shared/backup-age.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { currencies, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { findArchiving } from '../../platform/backup/archiving.ts';
import { findLastBackup } from '../../platform/backup/last-backup.ts';
import { listQuarantined } from '../../platform/job-crashes.ts';
import { orderScope } from '../orders/orders.policy.ts';
import { presentOrder } from '../orders/orders.presenter.ts';
import { listCards } from '../orders/orders.queries.ts';
import { birthdaysOn } from '../reports/birthdays.ts';
import { followUpsOf } from './follow-ups.ts';
import * as homeQueries from './home.queries.ts';
import { lessonsOfToday } from './lessons-within.ts';
import { missingAttendance } from './missing-attendance.ts';
import { tutorsOwn } from './tutors-own.ts';

type Home = ResponseOf<typeof getHome>['data'];

/** Most orders on Home. */
const mostOrders = 10;
/** Most birthdays on Home. */
const mostBirthdays = 6;

type Read<Part> = (context: Context, today: string) => Promise<Part>;

/** The parts of the home page, each within the actor's scope, or null without access. */
export const homeParts: { [Name in keyof Home]: Read<Home[Name]> } = {
  follow_ups: followUpsOf,
  lessons: async (context, today) =>
    mayOpen(context.actor, '/lessons') ? lessonsOfToday(context, today) : null,
  orders: async (context) =>
    mayOpen(context.actor, '/orders') ? ordersNeedingAttention(context) : null,
  attendance: missingAttendance,
  birthdays: async (context, today) =>
    mayOpen(context.actor, '/user') ? birthdaysOf(context, today) : null,
  tutor: async (context, today) =>
    context.actor.role === 'Tutor' ? tutorsOwn(context, today) : null,
  quarantined_jobs: async (context) =>
    context.actor.role === 'Admin' ? quarantinedJobs(context) : null,
  backup: async (context) => (context.actor.role === 'Admin' ? backupProblems(context) : null),
};

/** Returns the home page of the signed-in user for today; with `part`, only that part. */
export const findHome = async (context: Context, part?: HomePartName): Promise<{ data: Home }> => {
  const today = businessDayOf(context.clock.now().toISOString(), context.settings.businessTimeZone);
  const read = <Name extends HomePartName>(name: Name): Promise<Home[Name] | null> =>
    part === undefined || part === name ? homeParts[name](context, today) : Promise.resolve(null);
  const [follow_ups, lessons, orders, attendance, birthdays, tutor, quarantined_jobs, backup] =
    await Promise.all([
      read('follow_ups'),
      read('lessons'),
      read('orders'),
      read('attendance'),
      read('birthdays'),
      read('tutor'),
      read('quarantined_jobs'),
      read('backup'),
    ]);
  return {
    data: { follow_ups, lessons, orders, attendance, birthdays, tutor, quarantined_jobs, backup },
  };
};

const quarantinedJobs = async ({ db }: Context) =>
  (await listQuarantined(db)).map(({ id, name, since, crashes }) => ({
    _id: id,
    name,
    since: since.toISOString(),
    crashes,
  }));

/** The last backup, if it is older than a day, and a failing archive; null also without a recorded backup. */
const backupProblems = async ({ db, clock, settings }: Context) => {
  const last = (await findLastBackup(db))?.at ?? null;
  const isOld = last !== null && backupState(last, clock.now().toISOString()) !== 'fine';
  const fails = (await findArchiving(db, settings))?.fails ?? false;
  return isOld || fails ? { last: isOld ? last : null, archive_fails: fails } : null;
};

/** Returns today's birthdays, for users who may open student records. */
const birthdaysOf = (context: Context, today: string) =>
  birthdaysOn(today).page(context, {
    filter: { birthday_date: today },
    sortBy: 'name',
    order: 'asc',
    max: mostBirthdays,
    offset: 0,
  });

/** Paid orders come first, because the customers wait for places; INIT orders may be abandoned. */
const ordersNeedingAttention = async (context: Context): Promise<NonNullable<Home['orders']>> => {
  const { db, actor } = context;
  const until = new Date(context.clock.now().getTime() - hoursToComplete * 3_600_000);
  const unfinished = { until, scope: orderScope(actor) };
  const [sums, paid, begun] = await Promise.all([
    homeQueries.sumUnfinished(db, unfinished),
    homeQueries.listUnfinished(db, { ...unfinished, isBegun: false, max: mostOrders }),
    homeQueries.listUnfinished(db, { ...unfinished, isBegun: true, max: mostOrders }),
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
