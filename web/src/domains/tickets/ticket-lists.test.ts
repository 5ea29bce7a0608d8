import { describe, expect, test } from 'vitest';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { quickRanges, ticketLists, ticketSearchSchemas } from './ticket-lists.ts';

const today = '2026-03-25';
const agent = '0198c1f0-0000-7000-8000-000000000001';

const trialFilter = (address: object) =>
  wholeListInput(
    ticketLists.TrialConversion.all,
    ticketSearchSchemas.TrialConversion.parse(address),
    today,
  ).query?.filter;

describe('every ticket', () => {
  test('defaults to today’s trials and to renewals that end this month', () => {
    expect(trialFilter({})).toEqual({ trial_date: { between: [today, today] } });
    expect(wholeListInput(ticketLists.ClassRenewal.all, {}, today).query).toMatchObject({
      filter: { subscription_end_date: { between: ['2026-03-01', '2026-03-31'] } },
      sortBy: 'subscription_end_date',
    });
  });

  test('a search ignores the default period', () => {
    expect(trialFilter({ search: 'kwek' })).toEqual({ search: { regex: 'kwek' } });
  });

  test('sends each filter in the request', () => {
    expect(
      trialFilter({
        by: 'next_action_date',
        from: today,
        to: today,
        status: ['CLOSED WON', 'CLOSED LOSE'],
        handler: 'none',
        agent,
        class: agent,
        tutor: agent,
        source: 'Wechat',
        attended: 'missing',
        followed: 'yes',
      }),
    ).toEqual({
      next_action_date: { between: [today, today] },
      status: { in: ['CLOSED WON', 'CLOSED LOSE'] },
      handled_by: { exists: false },
      agent,
      class: agent,
      tutor: agent,
      'meta.lead_source': 'Wechat',
      attended: 'missing',
      followed_up: true,
    });
    expect(trialFilter({ search: 'a', source: 'none', tutor: 'none', followed: 'no' })).toEqual({
      search: { regex: 'a' },
      tutor: { exists: false },
      'meta.lead_source': { exists: false },
      followed_up: false,
    });
  });

  test('ignores URL values that a renewal cannot have', () => {
    expect(
      ticketSearchSchemas.ClassRenewal.parse({
        by: 'trial_date',
        status: ['TRIAL ATTENDED'],
        source: 'Wechat',
        ticket: 'one',
        view: 'all',
      }),
    ).toEqual({});
  });
});

test('follow-ups are not limited to a period and are sorted by next action', () => {
  expect(wholeListInput(ticketLists.TrialConversion.followUps, {}, today).query).toEqual({
    sortBy: 'next_action_date',
    order: 'asc',
  });
});

test('offers the specification’s quick ranges, with whole weeks and months', () => {
  expect(quickRanges.TrialConversion(today)).toEqual([
    { label: 'Today', start: today, end: today },
    { label: 'This week', start: '2026-03-23', end: '2026-03-29' },
    { label: '2 weeks', start: today, end: '2026-04-07' },
    { label: 'This month', start: '2026-03-01', end: '2026-03-31' },
    { label: 'This year', start: '2026-01-01', end: '2026-12-31' },
  ]);
  expect(quickRanges.ClassRenewal(today).map(({ label }) => label)).toEqual([
    'Today',
    'This week',
    'Next 2 weeks',
    'This month',
  ]);
});
