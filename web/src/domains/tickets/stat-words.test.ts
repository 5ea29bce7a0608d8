import { describe, expect, test } from 'vitest';
import { conversionKeys } from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import { ticketTypes } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import {
  changeWords,
  partWords,
  percent,
  rowsBehind,
  shareWords,
  statusesIn,
} from './stat-words.ts';
import { ticketSearchSchemas } from './ticket-lists.ts';

const march = { start: '2026-03-01', end: '2026-03-31' };

describe('the rows behind a figure', () => {
  test('are the tickets of its days and statuses', () => {
    expect(rowsBehind('TrialConversion', 'won', march)).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      status: ['CLOSED WON'],
    });
    expect(statusesIn('ClassRenewal', 'pending')).toEqual([
      'INIT',
      'FOLLOWED UP',
      'PENDING DECISION',
      'PENDING PAYMENT',
    ]);
    expect(statusesIn('ClassRenewal', 'lost')).toEqual(['DROPPED']);
    expect(statusesIn('TrialConversion', 'total')).not.toContain('CANCELED');
  });

  test('of a table row are filtered by its agent, or by no agent', () => {
    const of = (_id: string | null) =>
      rowsBehind('TrialConversion', 'lost', march, { by: 'agent', _id });
    expect(of('some-id')).toMatchObject({ agent: 'some-id', status: ['CLOSED LOSE'] });
    expect(of(null)).toMatchObject({ agent: 'none' });
    expect(
      rowsBehind('TrialConversion', 'lost', march, { by: 'lead_source', _id: 'FB' }),
    ).toMatchObject({ source: 'FB' });
  });
});

test('the ticket list accepts the URL of every figure unchanged', () => {
  const id = '0198c1f0-0000-7000-8000-000000000001';
  for (const type of ticketTypes)
    for (const figure of ['total', 'won', 'lost', 'pending', 'canceled'] as const)
      for (const by of conversionKeys)
        // Every ticket has a class.
        for (const _id of [by === 'lead_source' ? 'FB' : id, ...(by === 'class' ? [] : [null])]) {
          const address = rowsBehind(type, figure, march, { by, _id });
          expect(ticketSearchSchemas[type].parse(address)).toEqual(address);
        }
});

test.each([
  [59, 55, '+4 points'],
  [76, 78, '−2 points'],
  [60, 59, '+1 point'],
  [60, 60, 'no change'],
  [null, 60, undefined],
  [60, null, undefined],
])('%s after %s is "%s"', (rate, before, words) => {
  expect(changeWords(rate, before)).toBe(words);
});

test('shows a dash for a share of zero', () => {
  expect([percent(59), percent(0), percent(null)]).toEqual(['59%', '0%', '–']);
  expect([shareWords(71, 100, 'registered'), shareWords(0, 0, 'attended')]).toEqual([
    '71% of registered',
    '',
  ]);
});

test.each([
  ['week', '2026-03-09', '2026-03-15', '9 – 15 Mar'],
  ['week', '2026-03-30', '2026-04-05', '30 Mar – 5 Apr'],
  ['day', '2026-03-14', '2026-03-14', '14 Mar'],
  ['month', '2026-03-01', '2026-03-31', 'Mar'],
] as const)('labels a %s from %s to %s as "%s"', (unit, start, end, words) => {
  expect(partWords(unit, { start, end })).toBe(words);
});
