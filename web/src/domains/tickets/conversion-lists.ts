import { listTicketConversion } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import type {
  ConversionKey,
  Period,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';

export const kindWords: Record<TicketType, string> = {
  TrialConversion: 'Trial',
  ClassRenewal: 'Renewal',
};

export const keyWords: Record<ConversionKey, string> = {
  agent: 'Agent',
  handled_by: 'Handled by',
  tutor: 'Tutor',
  class: 'Class',
  lead_source: 'Lead source',
};

/** Default grouping of each table. */
export const usualKey: Record<TicketType, ConversionKey> = {
  TrialConversion: 'agent',
  ClassRenewal: 'class',
};

/** Sortable columns. */
export const conversionSorts = ['name', 'total', 'won', 'lost', 'pending', 'rate'] as const;

const listOf = (type: TicketType, one: string, many: string) => {
  const kind = kindWords[type].toLowerCase();
  return defineList({
    operation: listTicketConversion,
    // Both tables can have the same grouping: the kind makes their names unique.
    nouns: [`${kind} ${one}`, `${kind} ${many}`],
    pageSize: 10,
    file: `${kind}-by-${one.replace(' ', '-')}.csv`,
    sort: { default: ['total', 'desc'], columns: conversionSorts },
    empty: { none: `No ${kind} ticket found.` },
  });
};

const listsOf = (type: TicketType) => ({
  agent: listOf(type, 'agent', 'agents'),
  handled_by: listOf(type, 'handler', 'handlers'),
  tutor: listOf(type, 'tutor', 'tutors'),
  class: listOf(type, 'class', 'classes'),
  lead_source: listOf(type, 'lead source', 'lead sources'),
});

/** The conversion lists by agent, handler, tutor, class and lead source; the page supplies the period. */
export const conversionLists = {
  TrialConversion: listsOf('TrialConversion'),
  ClassRenewal: listsOf('ClassRenewal'),
};

export const conversionScope = (type: TicketType, by: ConversionKey, period: Period) => ({
  params: { type },
  query: { ...period, by },
});
