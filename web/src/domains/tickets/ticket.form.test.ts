import { describe, expect, test } from 'vitest';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
  type Form,
  type ValuesOf,
} from '../../kit/form/define-form.ts';
import { choosable, ticketForms } from './ticket.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-03-23' };
const ticket = {
  _id: 'one',
  status: 'TRIAL ATTENDED',
  next_action_date: '2026-03-24',
  remark: 'Called',
  handled_by: null,
  meta: { lead_source: null, prev_agent: null },
  version: 3,
} as TicketDetail;

const { quick, assign, leadSource, cancel, status } = ticketForms.TrialConversion;

/** Problems shown at the fields after an attempt to send. */
const said = <K>(form: Form<K, never>, values: ValuesOf<K>, schema?: AnyOperation['body']) =>
  problemsOf(form, values, { schema, record: undefined, context, withMissing: true });

describe('the next step with a ticket', () => {
  const begun = valuesOf(quick, ticket, context);

  test('begins with the follow-up date, without a remark, and with a status only if staff may set it', () => {
    expect(begun).toEqual({ status: '', next_action_date: '2026-03-24', remark: '' });
    expect(valuesOf(quick, { ...ticket, status: 'PENDING PAYMENT' }, context).status).toBe(
      'PENDING PAYMENT',
    );
  });

  test('offers a renewal its own statuses', () => {
    const renewal = ['FOLLOWED UP', 'PENDING DECISION', 'PENDING PAYMENT', 'RENEWED', 'DROPPED'];
    expect(choosable.ClassRenewal.statuses).toEqual([...renewal, 'CANCELED']);
    const shown = (state: TicketDetail['status']) =>
      valuesOf(ticketForms.ClassRenewal.quick, { ...ticket, status: state }, context).status;
    expect(shown('RENEWED')).toBe('RENEWED');
    expect(shown('CLOSED WON')).toBe('');
  });

  test('sends the remark and changed fields, and null for a cleared date', () => {
    const bodyOf = (changes: Partial<typeof begun>) =>
      changedBodyOf(quick, ticket, { ...begun, ...changes }, context);
    expect(bodyOf({ remark: ' Will pay ' })).toEqual({ remark: 'Will pay', version: 3 });
    expect(bodyOf({ remark: 'x', next_action_date: '' })).toEqual({
      remark: 'x',
      next_action_date: null,
      version: 3,
    });
    expect(bodyOf({ remark: 'x', next_action_date: '31 Nov' })).toEqual({
      remark: 'x',
      version: 3,
    });
    expect(bodyOf({ status: 'CLOSED WON', remark: 'x' })).toMatchObject({ status: 'CLOSED WON' });
  });

  test('requires a remark, with the specification’s message', () => {
    expect(missingOf(quick, begun)).toEqual(['remark']);
    expect(said(quick, begun).remark).toBe('Please provide remark for this ticket update');
    expect(said(quick, { ...begun, remark: 'Called' })).toEqual({});
    const typed = { ...begun, remark: 'Called', next_action_date: '31 Nov' };
    expect(said(quick, typed).next_action_date).toMatch(/31 Nov/);
  });
});

describe('the acts', () => {
  test('require their fields with the specification’s messages', () => {
    expect(said(assign, initialValues(assign)).handled_by).toBe('Please select a person to assign');
    expect(said(leadSource, initialValues(leadSource)).lead_source).toBe('Please select an option');
    expect(said(cancel, { remark: ' ' }).remark).toBe('Please provide reason to cancel ticket');
  });

  test('cancelling sends the status with the reason', () => {
    expect(changedBodyOf(cancel, ticket, { remark: 'Moved abroad' }, context)).toEqual({
      status: 'CANCELED',
      remark: 'Moved abroad',
      version: 3,
    });
  });

  test('a batch requires a remark unless the tickets are won or lost', () => {
    const begun = initialValues(status);
    const needed = (changes: Partial<typeof begun>) => said(status, { ...begun, ...changes });
    expect(needed({}).status).toBe('Please select an option');
    expect(needed({ status: 'PENDING DECISION' }).remark).toBe(
      'Please provide remark for this ticket update',
    );
    expect(needed({ next_action_date: '2026-03-30' }).remark).toBe(
      'Please provide remark for this ticket update',
    );
    expect(needed({ status: 'CANCELED' }).remark).toBe('Please provide reason to cancel ticket');
    for (const result of ['CLOSED WON', 'CLOSED LOSE'])
      expect(needed({ status: result })).toEqual({});
    expect(newBodyOf(status, { ...begun, status: 'CLOSED WON' }, context)).toEqual({
      status: 'CLOSED WON',
    });
  });
});
