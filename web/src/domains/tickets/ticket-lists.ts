import { z } from 'zod';
import {
  operationsOfTickets,
  ticketsOnPage,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  dueGroups,
  renewalLeadSources,
  renewalStatuses,
  ticketAttendances,
  trialLeadSources,
  trialStatuses,
  type LeadSource,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { addDays, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import {
  defineList,
  firstPage,
  wholeListInput,
  type ListAddress,
} from '../../kit/list/define-list.ts';
import { choice, choices, days, foundChoice, recordChoice } from '../../kit/list/filters.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import type { DayRange } from '../../ui/date-range-filter.tsx';
import { useFindsClasses, useFoundClasses } from '../classes/found-classes.ts';
import { useAgentChoices } from '../users/users.api.ts';
import { attendedWords, dueGroupWords } from './ticket-words.ts';
import {
  boardQuery,
  followUpsQuery,
  useFindsAgents,
  useFindsTutors,
  useFoundTutors,
} from './tickets.api.ts';

const everything: Record<
  TicketType,
  {
    statuses: readonly TicketStatus[];
    leadSources: readonly LeadSource[];
    file: string;
    sort: 'trial_date' | 'subscription_end_date';
  }
> = {
  TrialConversion: {
    statuses: trialStatuses,
    leadSources: trialLeadSources,
    file: 'trial-tickets.csv',
    sort: 'trial_date',
  },
  ClassRenewal: {
    statuses: renewalStatuses,
    leadSources: renewalLeadSources,
    file: 'renewal-tickets.csv',
    sort: 'subscription_end_date',
  },
};

const created = { field: 'created', label: 'Created', words: 'created' };
const nextAction = { field: 'next_action_date', label: 'Next action', words: 'to be done' };
/** The dates that the period can refer to (part 2 §9), and the period's label. */
const dateFields = {
  TrialConversion: {
    label: 'Trial date',
    by: [{ field: 'trial_date', label: 'Trial date', words: 'with a trial' }, created, nextAction],
  },
  ClassRenewal: {
    label: 'Subscription end',
    by: [{ field: 'subscription_end_date', label: 'Subscription end', words: 'that ends' }],
  },
} as const;

const today = (day: string) => ({ label: 'Today', start: day, end: day });
const week = (day: string) => ({ label: 'This week', ...weekOf(day) });
const month = (day: string) => ({ label: 'This month', ...monthOf(day) });
const twoWeeks = (day: string) => ({ start: day, end: addDays(day, 13) });

/** Quick ranges of each kind (part 2 §9). */
export const quickRanges = {
  TrialConversion: (day: string) => [
    today(day),
    week(day),
    { label: '2 weeks', ...twoWeeks(day) },
    month(day),
    { label: 'This year', start: `${day.slice(0, 4)}-01-01`, end: `${day.slice(0, 4)}-12-31` },
  ],
  ClassRenewal: (day: string) => [
    today(day),
    week(day),
    { label: 'Next 2 weeks', ...twoWeeks(day) },
    month(day),
  ],
};

const rangeOf = ({ start, end }: { start: string; end: string }) => ({ start, end });

/** Default period of the whole list (part 2 §9); a search has no default period. */
const usualDays = {
  TrialConversion: (day: string) => rangeOf(today(day)),
  ClassRenewal: (day: string) => rangeOf(month(day)),
};
/** The board's default period: with a single day it would have only one filled column. */
const usualDaysOfBoard = (day: string) => rangeOf(month(day));

const missing = 'none';
const missingAs = (label: string) => [{ value: missing, label }];
const idOrMissing = (value: string) => (value === missing ? { exists: false } : value);

/** Filter of open tickets by when they are due. */
const due = choices(dueGroups, {
  label: 'Due',
  usual: [],
  words: (group) => dueGroupWords[group],
  where: (chosen) => (chosen.length > 0 ? { due: { in: chosen } } : {}),
});

const listsOf = (type: TicketType) => {
  const { statuses, leadSources, file, sort } = everything[type];
  const common = {
    operation: operationsOfTickets[type].list,
    nouns: ['ticket', 'tickets'],
    pageSize: ticketsOnPage,
    file,
    search: { label: 'Student' },
    empty: { none: 'No ticket found.' },
  } as const;
  const columns = ['student', sort, 'next_action_date'] as const;
  const status = choices(statuses, {
    label: 'Status',
    usual: [],
    where: (chosen) => (chosen.length > 0 ? { status: { in: chosen } } : {}),
  });
  const handler = recordChoice(useAgentChoices, {
    label: 'Handled by',
    beside: missingAs('Unassigned'),
    where: (chosen) => ({ handled_by: idOrMissing(chosen) }),
    useShown: useFindsAgents,
  });
  const filters = {
    agent: recordChoice(useAgentChoices, {
      label: 'Agent',
      beside: missingAs('No agent'),
      where: (agent) => ({ agent: idOrMissing(agent) }),
      rare: true,
      useShown: useFindsAgents,
    }),
    class: foundChoice(useFoundClasses, {
      label: 'Class',
      noun: 'classes',
      rare: true,
      useShown: useFindsClasses,
    }),
    tutor: foundChoice(useFoundTutors, {
      label: 'Tutor',
      noun: 'tutors',
      beside: missingAs('No tutor'),
      where: (tutor) => ({ tutor: idOrMissing(tutor) }),
      rare: true,
      useShown: useFindsTutors,
    }),
    source: choice([missing, ...leadSources], {
      label: 'Lead source',
      words: (source) => (source === missing ? 'None' : source),
      where: (source) => ({
        'meta.lead_source': source === missing ? { exists: false } : source,
      }),
      rare: true,
    }),
    attended: choice(ticketAttendances, {
      label: 'Attendance',
      words: (attended) => attendedWords[attended],
      useShown: () => type === 'TrialConversion',
      rare: true,
    }),
    followed: choice(['yes', 'no'], {
      label: 'Followed up',
      words: (followed) => (followed === 'yes' ? 'After the trial' : 'Not yet'),
      where: (followed) => ({ followed_up: followed === 'yes' }),
      useShown: () => type === 'TrialConversion',
      rare: true,
    }),
  };
  const range = { ...dateFields[type], field: sort, picks: quickRanges[type] };
  const unlessSearched =
    (usual: (day: string) => DayRange) => (day: string, address: ListAddress) =>
      address.search ? undefined : usual(day);
  return {
    /** Every ticket, of the default period unless another is chosen. */
    all: defineList({
      ...common,
      sort: { default: [sort, 'asc'], columns },
      days: days({ ...range, default: unlessSearched(usualDays[type]) }),
      filters: { status, handler, ...filters },
    }),
    /** The same tickets by status. */
    board: defineList({
      ...common,
      days: days({ ...range, default: unlessSearched(usualDaysOfBoard) }),
      filters: { status, handler, ...filters },
    }),
    /** Open tickets to follow up, next due first, without a default period. */
    followUps: defineList({
      ...common,
      sort: { default: ['next_action_date', 'asc'], columns },
      days: days({ ...range, default: () => undefined }),
      filters: { due, status, ...filters },
    }),
  };
};

/** The lists of each kind of ticket: all, the board, and the follow-ups. */
export const ticketLists = {
  TrialConversion: listsOf('TrialConversion'),
  ClassRenewal: listsOf('ClassRenewal'),
} as const;

const searchOf = (type: TicketType) =>
  ticketLists[type].all.address.extend({
    /** Own, unassigned or other users' follow-ups; missing means every ticket. */
    view: optionalInAddress(z.enum(['mine', 'unassigned', 'others'])),
    /** Follow-ups only. */
    due: optionalInAddress(due.schema),
    /** Shows the tickets by status. */
    layout: optionalInAddress(z.enum(['board'])),
    /** The ticket open beside the list. */
    ticket: optionalInAddress(z.uuid()),
    /** The dialog with the students of its lesson is open. */
    students: optionalInAddress(z.literal(true)),
  });

/** URL search of a ticket screen. */
export const ticketSearchSchemas = {
  TrialConversion: searchOf('TrialConversion'),
  ClassRenewal: searchOf('ClassRenewal'),
} as const;
export type TicketSearch = z.infer<ReturnType<typeof searchOf>>;

/** Queries to preload for a ticket screen; follow-up lists are left out, as the user's id is not known yet. */
export const firstTickets =
  (type: TicketType) =>
  ({ search: written, settings }: { search: object; settings: ClientSettings }) => {
    const search = ticketSearchSchemas[type].parse(written);
    const { all, board } = ticketLists[type];
    if (search.view !== undefined) return [followUpsQuery(type)];
    return [
      followUpsQuery(type),
      ...(search.layout === 'board'
        ? [boardQuery(type, wholeListInput(board, search, settings.business_day))]
        : firstPage(all)({ search, settings })),
    ];
  };
