import { z } from 'zod';
import {
  operationsOfTickets,
  ticketsOnPage,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
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
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { addDays, monthOf, weekOf } from '@staffroom/contract/shared/dates.ts';
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
/** The dates that the days can be about (part 2 §9), and the label of the days. */
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

/** The quick ranges of each kind (part 2 §9). */
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

/** The days of the whole list until others are chosen (part 2 §9); somebody who is looked for is found whenever. */
const usualDays = {
  TrialConversion: (day: string) => rangeOf(today(day)),
  ClassRenewal: (day: string) => rangeOf(month(day)),
};
/** A board of one day would have one column. */
const usualDaysOfBoard = (day: string) => rangeOf(month(day));

const nobody = 'none';
const nobodyAs = (label: string) => [{ value: nobody, label }];
const whoever = (value: string) => (value === nobody ? { exists: false } : value);

/** Which of the open tickets are to be followed up when. */
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
    search: { label: 'Student', width: 150 },
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
    beside: nobodyAs('Nobody'),
    where: (chosen) => ({ handled_by: whoever(chosen) }),
    useShown: useFindsAgents,
  });
  const filters = {
    agent: recordChoice(useAgentChoices, {
      label: 'Agent',
      beside: nobodyAs('No agent'),
      where: (agent) => ({ agent: whoever(agent) }),
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
      beside: nobodyAs('No tutor'),
      where: (tutor) => ({ tutor: whoever(tutor) }),
      rare: true,
      useShown: useFindsTutors,
    }),
    source: choice([nobody, ...leadSources], {
      label: 'Lead source',
      words: (source) => (source === nobody ? 'None' : source),
      where: (source) => ({
        'meta.lead_source': source === nobody ? { exists: false } : source,
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
    /** Every ticket, of the usual days unless others are chosen. */
    all: defineList({
      ...common,
      sort: { default: [sort, 'asc'], columns },
      days: days({ ...range, default: unlessSearched(usualDays[type]) }),
      filters: { status, handler, ...filters },
    }),
    /** The same by status. */
    board: defineList({
      ...common,
      days: days({ ...range, default: unlessSearched(usualDaysOfBoard) }),
      filters: { status, handler, ...filters },
    }),
    /** What is to be followed up, whenever that is: the next first. */
    followUps: defineList({
      ...common,
      sort: { default: ['next_action_date', 'asc'], columns },
      days: days({ ...range, default: () => undefined }),
      filters: { due, status, ...filters },
    }),
  };
};

export const ticketLists = {
  TrialConversion: listsOf('TrialConversion'),
  ClassRenewal: listsOf('ClassRenewal'),
} as const;

const searchOf = (type: TicketType) =>
  ticketLists[type].all.address.extend({
    /** One's own follow-ups, or those of nobody yet; every ticket unless told. */
    view: optionalInAddress(z.enum(['mine', 'unassigned'])),
    /** Of follow-ups alone. */
    due: optionalInAddress(due.schema),
    /** The same tickets by status. */
    layout: optionalInAddress(z.enum(['board'])),
    /** The ticket that stands open beside the list. */
    ticket: optionalInAddress(z.uuid()),
    /** The students of its lesson stand open above it. */
    students: optionalInAddress(z.literal(true)),
  });

/** What the address of a ticket screen holds. */
export const ticketSearchSchemas = {
  TrialConversion: searchOf('TrialConversion'),
  ClassRenewal: searchOf('ClassRenewal'),
} as const;
export type TicketSearch = z.infer<ReturnType<typeof searchOf>>;

/** The first data of a ticket screen; whose follow-ups are one's own is known only later. */
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
