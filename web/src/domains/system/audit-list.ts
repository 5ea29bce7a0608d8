import { z } from 'zod';
import { isStaffRole, staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import { actKinds, type ActKind } from 'staffroom-contract/domains/system/audit.rules.ts';
import { listAuditTrail } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { addDays, monthOf } from 'staffroom-contract/shared/dates.ts';
import { defineList, firstPage, type ListAddress } from '../../kit/list/define-list.ts';
import { choices, days, foundChoice, typed } from '../../kit/list/filters.tsx';
import { foundBy } from '../../kit/list/found-by.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { listQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { auditEntities, entityWords } from './audit-words.ts';

const kindWords: Record<ActKind, string> = {
  sign_in: 'Sign-ins',
  lock: 'Locks and passwords',
  download: 'Downloads',
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  other: 'Other actions',
};

const peopleOf = (filter: object) =>
  listQuery(listUsers, {
    filter: { _type: { in: [...staffRoles] }, ...filter },
    sortBy: 'name',
    max: 30,
  });

/** Accounts that can sign in, by name or e-mail. */
const useFoundPeople = foundBy({
  byTerm: (term) => peopleOf(term ? { search: { regex: term } } : {}),
  byId: (_id) => peopleOf({ _id }),
  choiceOf: ({ _id, name, email, _type }) => ({
    value: _id,
    label: name || email,
    about: isStaffRole(_type) ? _type : '',
  }),
});

/** The actor of entries that no account made. */
const noAccount = '00000000-0000-0000-0000-000000000000';

const lastDays = (count: number, today: string) => ({
  start: addDays(today, 1 - count),
  end: today,
});

/** All days while searching, and for the history of one record. */
const usualDays = (today: string, address: ListAddress & { record?: unknown }) =>
  address.search || address.record ? undefined : lastDays(7, today);

/** The audit trail, of the last 7 days by default. */
export const auditList = defineList({
  operation: listAuditTrail,
  nouns: ['entry', 'entries'],
  pageSize: 50,
  file: 'audit.csv',
  search: { label: 'Name, record or request' },
  sort: { default: ['at', 'desc'] },
  filters: {
    who: foundChoice(useFoundPeople, {
      label: 'Who',
      noun: 'users',
      beside: [{ value: 'none', label: 'Not signed in' }],
      where: (who) => ({ actor: who === 'none' ? noAccount : who }),
    }),
    what: choices(actKinds, {
      label: 'What',
      usual: [],
      words: (kind) => kindWords[kind],
      where: (kinds) => (kinds.length > 0 ? { kind: { in: kinds } } : {}),
    }),
    entity: choices(auditEntities, {
      label: 'Record',
      usual: [],
      words: entityWords,
      where: (entities) => (entities.length > 0 ? { entity: { in: entities } } : {}),
    }),
    address: typed(z.string().trim().min(1).max(100), {
      label: 'From',
      maxLength: 100,
      where: (address) => ({ address: { regex: address } }),
    }),
    record: typed(z.uuid(), {
      label: 'History of',
      maxLength: 36,
      isShown: ({ record }: ListAddress & { record?: unknown }) => record !== undefined,
      where: (id) => ({ entity_id: id }),
    }),
  },
  days: days({
    label: 'Period',
    field: 'at',
    words: 'recorded',
    default: usualDays,
    picks: (today) => [
      { label: 'Today', start: today, end: today },
      { label: 'Last 7 days', ...lastDays(7, today) },
      { label: 'Last 30 days', ...lastDays(30, today) },
      { label: 'This month', ...monthOf(today) },
    ],
  }),
  empty: { none: 'No entries match.' },
});

export const auditSearchSchema = auditList.address.extend({
  /** The expanded entries. */
  open: optionalInAddress(z.array(z.uuid()).max(50)),
});

export type AuditSearch = z.infer<typeof auditSearchSchema>;

export const firstEntries = ({ search, settings }: { search: object; settings: ClientSettings }) =>
  firstPage(auditList)({ search: auditSearchSchema.parse(search), settings });
