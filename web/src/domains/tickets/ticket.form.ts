import {
  operationsOfTickets,
  type TicketOperations,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  assignMessage,
  cancelMessage,
  leadSourceMessage,
  remarkMessage,
  remarkProblem,
  renewalLeadSources,
  settableRenewalStatuses,
  settableTrialStatuses,
  trialLeadSources,
  type LeadSource,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import { choice, isDay, longText, named, richText, text } from '../../kit/form/field.ts';
import { noSuchDay } from '../../ui/parse-day.ts';
import { formatDay } from '../../lib/formats.ts';
import { genderOptions } from '../users/user-words.ts';
import { refreshedByTickets } from './tickets.api.ts';

/** Statuses and lead sources that staff may set (part 2 §4, §9). */
export const choosable: Record<
  TicketType,
  { statuses: readonly TicketStatus[]; leadSources: readonly LeadSource[] }
> = {
  TrialConversion: { statuses: settableTrialStatuses, leadSources: trialLeadSources },
  ClassRenewal: { statuses: settableRenewalStatuses, leadSources: renewalLeadSources },
};

const remark = (required: boolean) =>
  field<string, { maxLength: number }>({
    label: 'Remark',
    required,
    initial: '',
    input: { maxLength: 2000 },
    // Each update has its own remark; earlier ones are in the history.
    read: () => '',
    write: (value) => (value.trim() === '' ? {} : { remark: value.trim() }),
    isEmpty: (value) => value.trim() === '',
    words: (value) => value,
  });

/** A status that staff may set; '' if the ticket has another one. */
const statusOf = (statuses: readonly TicketStatus[]) =>
  field<string, { data: readonly TicketStatus[]; allowDeselect: false; openOnFocus: false }>({
    label: 'Status',
    initial: '',
    input: { data: statuses, allowDeselect: false, openOnFocus: false },
    read: (record) => {
      const status = valueAt(record, 'status') as TicketStatus;
      return statuses.includes(status) ? status : '';
    },
    write: (value) => (value === '' ? {} : { status: value }),
    isEmpty: (value) => value === '',
    words: (value) => value,
  });

/** Sent only when valid (part 2 §5). Emptying the field clears the date; an invalid day stays in the field. */
const followUp = field<string>({
  label: 'Follow-up date',
  at: 'next_action_date',
  initial: '',
  read: (record) => (valueAt(record, 'next_action_date') as string | null) ?? '',
  write: (value) =>
    value === '' || isDay(value) ? { next_action_date: value === '' ? null : value } : {},
  isEmpty: (value) => value === '',
  problem: (value) => (value === '' || isDay(value) ? undefined : noSuchDay(value)),
  words: (value) => (isDay(value) ? formatDay(value) : value),
});

const formsOf = (type: TicketType) => {
  const { update, batch, updateStudent }: TicketOperations = operationsOfTickets[type];
  const { statuses, leadSources } = choosable[type];
  const ofTicket = { noun: 'ticket', refreshes: refreshedByTickets } as const;
  /** Operations for one ticket and for several. */
  const both = { ...ofTicket, create: batch, update } as const;
  return {
    /** Updates one ticket. */
    quick: defineForm(
      {
        ...ofTicket,
        update,
        fields: { status: statusOf(statuses), next_action_date: followUp, remark: remark(true) },
      },
      { needs: ({ remark: said }) => (said.trim() ? {} : { remark: remarkMessage }) },
    ),
    /** Updates one ticket to another status, from the board. */
    move: defineForm(
      {
        ...ofTicket,
        update,
        fields: { status: statusOf(statuses), next_action_date: followUp, remark: remark(true) },
      },
      {
        needs: ({ status, remark: said }) => ({
          ...(status === '' && { status: leadSourceMessage }),
          ...(said.trim() === '' && { remark: remarkMessage }),
        }),
      },
    ),
    assign: defineForm(
      {
        ...both,
        fields: { handled_by: named({ label: 'Assign to', required: true, word: 'person' }) },
      },
      { needs: ({ handled_by }) => (handled_by ? {} : { handled_by: assignMessage }) },
    ),
    leadSource: defineForm(
      {
        ...both,
        fields: {
          lead_source: choice(leadSources, {
            label: 'Lead source',
            at: 'meta.lead_source',
            required: true,
          }),
        },
      },
      { needs: ({ lead_source }) => (lead_source ? {} : { lead_source: leadSourceMessage }) },
    ),
    cancel: defineForm(
      {
        ...both,
        fields: {
          remark: field<string, { maxLength: number }>({
            label: 'Remark',
            required: true,
            initial: '',
            input: { maxLength: 2000 },
            read: () => '',
            write: (value) => ({ status: 'CANCELED', remark: value.trim() }),
            isEmpty: (value) => value.trim() === '',
            words: (value) => value,
          }),
        },
      },
      { needs: ({ remark: reason }) => (reason.trim() ? {} : { remark: cancelMessage }) },
    ),
    /** Changes the status of several tickets. */
    status: defineForm(
      {
        ...ofTicket,
        create: batch,
        fields: { status: statusOf(statuses), next_action_date: followUp, remark: remark(false) },
      },
      {
        needs: ({ status, remark: said, next_action_date: followed }) => {
          if (status === '' && followed === '') return { status: leadSourceMessage };
          const message = remarkProblem(
            {
              status: (status || undefined) as TicketStatus | undefined,
              next_action_date: followed || undefined,
              remark: said,
            },
            { several: true },
          );
          return message ? { remark: message } : {};
        },
      },
    ),
    comment: defineForm({
      ...ofTicket,
      update,
      fields: { tutor_comment: longText({ label: 'Tutor comment', maxLength: 5000 }) },
    }),
    /** Facts about the student; empty fields are not sent (part 2 §5, Student update). */
    student: defineForm({
      noun: 'student',
      update: updateStudent,
      refreshes: ['tickets', 'users'],
      fields: {
        gender: choice(genderOptions, { label: 'Gender' }),
        school: text({ label: 'School', maxLength: 200 }),
        first_language: text({ label: 'First language', maxLength: 80 }),
        background: richText({ label: 'Background', at: 'meta.background' }),
      },
    }),
  };
};

/** The forms of both kinds. */
export const ticketForms = {
  TrialConversion: formsOf('TrialConversion'),
  ClassRenewal: formsOf('ClassRenewal'),
};
