import { describe, expect, test } from 'vitest';
import {
  afterReminder,
  dueGroupOf,
  isClosed,
  remarkProblem,
  renewalLeadSources,
  settableRenewalStatuses,
  settableTrialStatuses,
  ticketStatuses,
  trialLeadSources,
  trialStatuses,
} from './tickets.rules.ts';

const today = '2026-02-26';

describe('a ticket is due', () => {
  test.each([
    ['2026-02-25', 'overdue'],
    ['2026-02-26', 'today'],
    ['2026-02-27', 'next 7 days'],
    ['2026-03-05', 'next 7 days'],
    ['2026-03-06', 'later'],
    [null, null],
  ])('of %s: %s', (next_action_date, group) => {
    expect(dueGroupOf({ status: 'PENDING DECISION', next_action_date }, today)).toBe(group);
  });

  test.each(ticketStatuses.filter(isClosed))('never, once it is %s', (status) => {
    expect(dueGroupOf({ status, next_action_date: '2026-02-25' }, today)).toBeNull();
  });
});

describe('an update needs a remark', () => {
  const one = { several: false };
  test.each([
    [{ status: 'PENDING PAYMENT' }, 'Please provide remark for this ticket update'],
    [{ status: 'CLOSED WON', remark: ' ' }, 'Please provide remark for this ticket update'],
    [{ next_action_date: today }, 'Please provide remark for this ticket update'],
    [{ status: 'CANCELED' }, 'Please provide reason to cancel ticket'],
    [{ status: 'CANCELED', remark: 'Moved away' }, undefined],
    [{ remark: 'Called' }, undefined],
    [{}, undefined],
    [{ next_action_date: null }, 'Please provide remark for this ticket update'],
    [{ next_action_date: today, action: 'Reminder sent by Nadia Tan' }, undefined],
  ] as const)('%j: %s', (update, message) => {
    expect(remarkProblem(update, one)).toBe(message);
  });

  test('of several tickets, unless trials are won or lost', () => {
    const several = { several: true };
    expect(remarkProblem({ status: 'CLOSED WON' }, several)).toBeUndefined();
    expect(remarkProblem({ status: 'CLOSED LOSE' }, several)).toBeUndefined();
    for (const status of ['RENEWED', 'DROPPED', 'PENDING DECISION'] as const)
      expect(remarkProblem({ status }, several)).toBe(
        'Please provide remark for this ticket update',
      );
  });
});

test('a reminder only changes the status of a registered trial', () => {
  for (const status of trialStatuses)
    expect(afterReminder(status)).toBe(
      status === 'TRIAL REGISTERED' ? 'PRE TRIAL FOLLOWED UP' : status,
    );
});

test('staff cannot choose a status that only Staffroom sets', () => {
  for (const status of ['INIT', 'TRIAL REGISTERED', 'TRIAL ATTENDED', 'TRIAL ABSENT'] as const)
    expect(settableTrialStatuses).not.toContain(status);
  expect(settableRenewalStatuses).not.toContain('INIT');
});

test('a renewal has every lead source of a trial except Wechat', () => {
  expect(renewalLeadSources).toEqual(trialLeadSources.filter((source) => source !== 'Wechat'));
});
