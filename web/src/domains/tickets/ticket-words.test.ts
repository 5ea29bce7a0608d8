import { expect, test } from 'vitest';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { ticketStatuses } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import {
  changedWords,
  countOfGroup,
  groupWordsOf,
  nextActionWords,
  pollWords,
  resultOf,
  sumOf,
  ticketTone,
  viewersWords,
} from './ticket-words.ts';

const today = '2026-03-23';
const aTicket = (changes: Partial<Ticket>): Ticket =>
  ({
    _id: 'one',
    status: 'TRIAL REGISTERED',
    next_action_date: today,
    student: { _id: 's', name: 'Kwek Xin Yi', email: 'kwek@example.com' },
    ...changes,
  }) as Ticket;

test('gives every status the colour of the specification', () => {
  const byTone = Object.groupBy(ticketStatuses, ticketTone);
  expect(byTone).toEqual({
    cyan: [
      'INIT',
      'TRIAL REGISTERED',
      'PRE TRIAL FOLLOWED UP',
      'POST TRIAL FOLLOWED UP',
      'FOLLOWED UP',
    ],
    green: ['TRIAL ATTENDED'],
    orange: ['TRIAL ABSENT'],
    blue: ['PENDING DECISION'],
    purple: ['CLOSED WON', 'RENEWED'],
    pink: ['CLOSED LOSE', 'DROPPED'],
    grey: ['PENDING PAYMENT', 'CANCELED'],
  });
});

test('groups follow-ups by Overdue, Today, Next 7 days and Later; tickets without a date are last', () => {
  const groupOn = (next_action_date: string | null) =>
    groupWordsOf(aTicket({ next_action_date }), today);
  expect(['2026-03-22', today, '2026-03-30', '2026-03-31', null].map(groupOn)).toEqual([
    'Overdue',
    'Today',
    'Next 7 days',
    'Later',
    'Later',
  ]);
});

test('shows the next action as a day, "Today", or a dash', () => {
  expect(nextActionWords(aTicket({ next_action_date: '2026-03-20' }), today)).toBe('20 Mar');
  expect(nextActionWords(aTicket({}), today)).toBe('Today');
  expect(nextActionWords(aTicket({ next_action_date: null }), today)).toBe('–');
  expect(nextActionWords(aTicket({ status: 'CANCELED' }), today)).toBe('–');
});

test('a tab counts all follow-ups, a heading those of its group', () => {
  const counts = { overdue: 3, today: 4, 'next 7 days': 2, later: 1 };
  expect(sumOf(counts)).toBe(10);
  const headings = ['Overdue', 'Today', 'Next 7 days', 'Later'];
  expect(headings.map((words) => countOfGroup(counts, words))).toEqual([3, 4, 2, 1]);
});

test('shows how many poll answers were right, or that there were no answers', () => {
  const question = (answer: string | null, is_correct: boolean | null) => ({
    _id: 'q',
    question: '¾ of 48?',
    answer,
    is_correct,
  });
  expect(pollWords([question('36', true), question('12', false), question(null, null)])).toBe(
    '1 of 3 questions right',
  );
  expect(pollWords([question(null, null)])).toBe('1 question, none answered');
});

test('reports how many tickets a batch changed, and why it did not change the others', () => {
  const tickets = ['one', 'two', 'three', 'four', 'five'].map((_id) =>
    aTicket({ _id, student: { name: _id, email: '' } as Ticket['student'] }),
  );
  const result = resultOf(tickets, [
    { _id: 'one', ok: true },
    { _id: 'two', ok: false, code: 'stale' },
    { _id: 'three', ok: false, code: 'not_found' },
    { _id: 'four', ok: false, code: 'agent_not_enabled' },
    { _id: 'five', ok: false, code: 'something else' },
  ]);
  expect(result).toEqual({
    changed: 1,
    left: [
      { _id: 'two', name: 'two', reason: 'another user changed it' },
      { _id: 'three', name: 'three', reason: 'it no longer exists' },
      { _id: 'four', name: 'four', reason: 'the agent is no longer enabled' },
      { _id: 'five', name: 'five', reason: 'it could not be changed' },
    ],
  });
  expect(changedWords(result)).toBe('1 of 5 tickets changed');
  expect(changedWords({ changed: 12, left: [] })).toBe('12 tickets changed');
});

test('names other viewers, and of many only the first ones', () => {
  const names = ['Nadia Tan', 'Marcus Lee', 'Siti Omar', 'Ang Wei', 'Hui Min'];
  expect([1, 2, 3, 4, 5].map((count) => viewersWords(names.slice(0, count)))).toEqual([
    'Nadia Tan has this ticket open',
    'Nadia Tan and Marcus Lee have this ticket open',
    'Nadia Tan, Marcus Lee and Siti Omar have this ticket open',
    'Nadia Tan, Marcus Lee, Siti Omar and 1 other have this ticket open',
    'Nadia Tan, Marcus Lee, Siti Omar and 2 others have this ticket open',
  ]);
});
