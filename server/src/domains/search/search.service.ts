import { or } from 'drizzle-orm';
import {
  can,
  mayOpen,
  staffTypes,
  type UserType,
} from 'staffroom-contract/domains/identity/permissions.ts';
import {
  mostFound,
  type searchRecords,
} from 'staffroom-contract/domains/search/search.contract.ts';
import { readLessonSearch, wordsOf } from 'staffroom-contract/domains/search/search.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { ticketScreens, ticketTypes } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { classScope } from '../classes/classes.policy.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { orderScope } from '../orders/orders.policy.ts';
import { ticketScope } from '../tickets/tickets.policy.ts';
import { hasEveryWord, searchedWords, studentHasEveryWord } from '../users/user-conditions.ts';
import { listUsers, readerOf } from '../users/user-list.ts';
import { userScope } from '../users/users.policy.ts';
import { presentUserSummary } from '../users/users.presenter.ts';
import { listCards } from '../users/users.queries.ts';
import * as searchQueries from './search.queries.ts';

type Found = ResponseOf<typeof searchRecords>['data'];

/** Returns the palette's results for a text: some of each kind, in the scope of that kind's list. */
export const findRecords = async (context: Context, text: string): Promise<{ data: Found }> => {
  const { actor } = context;
  const [users, classes, lessons, orders, tickets] = await Promise.all([
    mayOpen(actor, '/user') ? findUsers(context, text, foundTypes(actor)) : null,
    mayOpen(actor, '/course') ? findClasses(context, text) : null,
    mayOpen(actor, '/course') ? findLessons(context, text) : null,
    mayOpen(actor, '/orders') ? findOrders(context, text) : null,
    findTickets(context, text),
  ]);
  return { data: { users, classes, lessons, orders, tickets } };
};

/** The types of users that the actor may open; staff only for an Admin. */
const foundTypes = (actor: Actor): UserType[] => [
  'Student',
  'Tutor',
  'TA',
  ...(can(actor, 'staff.canManage') ? staffTypes : []),
];

/** Users whose name begins with the text, then other matches; the count includes all. */
const findUsers = async (context: Context, text: string, types: UserType[]) => {
  const words = searchedWords(text);
  return words.length > 1
    ? findByWords(context, { text, words, types })
    : findByText(context, text, types);
};

/** Users with every word, in any order. */
const findByWords = async (
  { db, actor }: Context,
  { text, words, types }: { text: string; words: string[]; types: UserType[] },
) => {
  const { ids, count } = await searchQueries.findUsers(db, {
    text,
    types,
    where: hasEveryWord(words, readerOf(actor)),
    scope: userScope(actor),
    max: mostFound,
  });
  const rows = new Map((await listCards(db, ids)).map((row) => [row.id, row]));
  const found = ids.flatMap((id) => rows.get(id) ?? []);
  return { data: found.map((row) => presentUserSummary(row, actor, words)), count };
};

/** A search by one word or a number, as on `/user`. */
const findByText = async (context: Context, text: string, types: UserType[]) => {
  const first = await searchQueries.findByNameStart(context.db, {
    text,
    types,
    scope: userScope(context.actor),
    max: mostFound,
  });
  const page = (filter: object, max: number) =>
    listUsers(context, { max, offset: 0, sortBy: 'name', order: 'asc', filter });
  const search = { _type: { in: types }, search: { regex: text } };
  const [named, matching] = await Promise.all([
    first.length > 0 ? page({ ...search, _id: { in: first } }, mostFound) : none,
    page(search, mostFound),
  ]);
  const others = matching.data.filter(({ _id }) => !first.includes(_id));
  return { data: [...named.data, ...others].slice(0, mostFound), count: matching.count };
};

const none = { data: [], count: 0 };

const findClasses = ({ db, actor }: Context, text: string) =>
  searchQueries.findClasses(db, { words: wordsOf(text), scope: classScope(actor), max: mostFound });

const findLessons = ({ db, actor, clock }: Context, text: string) =>
  searchQueries.findLessons(db, {
    ...readLessonSearch(text),
    scope: lessonScope(actor),
    now: clock.now(),
    max: mostFound,
  });

/** The order with this id, or the orders of matching students. */
const findOrders = async (context: Context, text: string) => {
  const { actor, db } = context;
  const scope = orderScope(actor);
  const id = idSchema.safeParse(text);
  if (id.success)
    return searchQueries.findOrders(db, { by: { id: id.data }, scope, max: mostFound });
  const { data } = await findUsers(context, text, ['Student']);
  const students = data.map(({ _id }) => _id);
  return searchQueries.findOrders(db, { by: { students }, scope, max: mostFound });
};

/** The ticket with this id, or the tickets of matching students, of the kinds whose screen the actor may open. */
const findTickets = async ({ actor, db }: Context, text: string): Promise<Found['tickets']> => {
  const types = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  if (types.length === 0) return null;
  const id = idSchema.safeParse(text);
  const by = id.success ? { id: id.data } : { student: studentHasEveryWord(searchedWords(text)) };
  const scope = or(...types.map((type) => ticketScope(type)(actor)));
  return searchQueries.findTickets(db, { by, scope, max: mostFound });
};
