import { and, eq, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ticketSchema, type Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketOperations } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { DueGroup, TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { addDays, businessDayOf, toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import { anyOf, defineListQuery, onDays } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { studentSearch } from '../users/user-conditions.ts';
import { followedUpOn, hasAttended } from './ticket-conditions.ts';
import { ticketScope } from './tickets.policy.ts';
import { presentTicket } from './tickets.presenter.ts';
import { isOpen, listCards } from './tickets.queries.ts';
import { tickets } from './tickets.schema.ts';

type Query = QueryOf<TicketOperations['list']>;

const column = shownColumns(ticketSchema);

/** Filter by person: one of these people, anyone but one person, or (not) set. */
const ofPerson =
  (person: PgColumn) =>
  (value: string | { in: string[] } | { exists: boolean } | { not: string }, context: Context) => {
    if (typeof value === 'object' && 'not' in value) return ne(person, value.not);
    if (typeof value === 'string' || 'in' in value) return anyOf(person)(value, context);
    return value.exists ? isNotNull(person) : isNull(person);
  };

const todayOf = ({ clock, settings }: Context) =>
  businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

const nextAction = sql`coalesce(${tickets.nextActionDate}, 'infinity'::date)`;

const isDue = (group: DueGroup, today: string): SQL => {
  const day = tickets.nextActionDate;
  const week = addDays(today, 7);
  return {
    overdue: sql`${day} < ${today}`,
    today: sql`${day} = ${today}`,
    'next 7 days': sql`${day} > ${today} and ${day} <= ${week}`,
    later: sql`(${day} > ${week} or ${day} is null)`,
  }[group];
};

/** A sort key is never null. A column that is always set for this kind is used as it is, so that its index is used. */
const keyOf = (at: PgColumn, isAlwaysSet: boolean) =>
  isAlwaysSet ? at : sql`coalesce(${at}, 'infinity'::timestamptz)`;

const listOf = (type: TicketType) =>
  defineListQuery<Query, Ticket>({
    from: tickets,
    scope: ticketScope(type),
    sort: {
      trial_date: keyOf(tickets.trialDate, type === 'TrialConversion'),
      created: tickets.created,
      next_action_date: nextAction,
      subscription_end_date: keyOf(tickets.subscriptionEndDate, type === 'ClassRenewal'),
      student: { from: users, on: eq(users.id, tickets.studentId), key: users.nameKey },
    },
    where: {
      _id: anyOf(tickets.id),
      status: anyOf(tickets.status),
      handled_by: ofPerson(tickets.handledBy),
      agent: ofPerson(tickets.agentId),
      student: anyOf(tickets.studentId),
      class: anyOf(tickets.classId),
      tutor: (tutor) => {
        const isAsked = typeof tutor === 'object' && 'exists' in tutor;
        const taught = sql`exists (select from lesson_staff staff where staff.lesson_id = ${tickets.lessonId}
          and staff.kind = 'tutor' and ${isAsked ? sql`true` : anyOfList(sql`staff.user_id`, valuesOf(tutor) ?? [], 'uuid')})`;
        return isAsked && !tutor.exists ? not(taught) : taught;
      },
      'meta.lead_source': ofPerson(tickets.leadSource),
      search: ({ regex }) => {
        const matching = studentSearch(regex);
        return (
          matching &&
          sql`${tickets.studentId} in (select users.id from users where users.type = 'Student' and ${matching})`
        );
      },
      attended: (attended, { clock }) =>
        or(...(valuesOf(attended) ?? []).map((one) => hasAttended(one, clock.now()))),
      due: (due, context) =>
        and(isOpen, or(...(valuesOf(due) ?? []).map((one) => isDue(one, todayOf(context))))),
      is_closed: (closed) => (closed ? not(isOpen) : isOpen),
      followed_up: (isFollowedUp) =>
        isFollowedUp ? isNotNull(followedUpOn()) : isNull(followedUpOn()),
      trial_date: onDays(tickets.trialDate),
      created: onDays(tickets.created),
      subscription_end_date: onDays(tickets.subscriptionEndDate),
      next_action_date: ({ between: [from, to] }, { settings: { businessTimeZone: zone } }) =>
        and(
          from === null
            ? undefined
            : sql`${tickets.nextActionDate} >= ${toBusinessDay(from, zone)}`,
          to === null ? undefined : sql`${tickets.nextActionDate} <= ${toBusinessDay(to, zone)}`,
        ),
    },
    cards: async (db, ids, { clock }) => {
      const now = clock.now();
      return (await listCards(db, ids)).map((row) => presentTicket(row, now));
    },
    csv: [
      type === 'TrialConversion' ? 'trial-tickets.csv' : 'renewal-tickets.csv',
      [
        ...column('status'),
        { header: 'student', value: (row) => row.student.name },
        { header: 'email', value: (row) => row.student.email },
        { header: 'phone_country_code', value: (row) => row.student.phone_country_code },
        { header: 'phone', value: (row) => row.student.phone },
        ...column('class'),
        { header: 'lesson', value: (row) => row.lesson?.name },
        { header: 'term', value: (row) => row.lesson?.meta.term },
        { header: 'index', value: (row) => row.lesson?.meta.index },
        ...column(
          type === 'TrialConversion' ? 'trial_date' : 'subscription_end_date',
          ...(type === 'TrialConversion' ? (['attended'] as const) : []),
          'next_action_date',
          'handled_by',
          'agent',
        ),
        { header: 'lead_source', value: (row) => row.meta.lead_source },
        { header: 'prev_agent', value: (row) => row.meta.prev_agent },
        ...column('remark', 'created', 'updated'),
      ],
    ],
  });

/** The tickets of each kind. */
export const ticketLists = {
  TrialConversion: listOf('TrialConversion'),
  ClassRenewal: listOf('ClassRenewal'),
};
