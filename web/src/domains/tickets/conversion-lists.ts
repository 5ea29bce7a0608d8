import { listTicketConversion } from '@staffroom/contract/domains/tickets/ticket-stat.contract.ts';
import type {
  ConversionKey,
  Period,
} from '@staffroom/contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';

export const kindWords: Record<TicketType, string> = {
  TrialConversion: 'Trial',
  ClassRenewal: 'Renewal',
};

export const keyWords: Record<ConversionKey, string> = {
  agent: 'Agent',
  tutor: 'Tutor',
  class: 'Class',
  lead_source: 'Lead source',
};

/** What each table begins with. */
export const usualKey: Record<TicketType, ConversionKey> = {
  TrialConversion: 'agent',
  ClassRenewal: 'class',
};

const listOf = (type: TicketType, one: string, many: string) => {
  const kind = kindWords[type].toLowerCase();
  return defineList({
    operation: listTicketConversion,
    // Both tables can be by the same: their names tell them apart.
    nouns: [`${kind} ${one}`, `${kind} ${many}`],
    pageSize: 10,
    file: `${kind}-by-${one.replace(' ', '-')}.csv`,
    sort: {
      default: ['total', 'desc'],
      columns: ['name', 'total', 'won', 'rate'],
    },
    empty: { none: `No ${kind} ticket found.` },
  });
};

const listsOf = (type: TicketType) => ({
  agent: listOf(type, 'agent', 'agents'),
  tutor: listOf(type, 'tutor', 'tutors'),
  class: listOf(type, 'class', 'classes'),
  lead_source: listOf(type, 'lead source', 'lead sources'),
});

/** The tables; of which days is the page's to say. */
export const conversionLists = {
  TrialConversion: listsOf('TrialConversion'),
  ClassRenewal: listsOf('ClassRenewal'),
};

export const conversionScope = (type: TicketType, by: ConversionKey, period: Period) => ({
  params: { type },
  query: { ...period, by },
});
