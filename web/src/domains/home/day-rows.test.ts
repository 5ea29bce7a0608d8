import { describe, expect, test } from 'vitest';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { feedbackList, feedbackSearchSchema } from '../feedback/feedback-list.tsx';
import { ticketLists, ticketSearchSchemas } from '../tickets/ticket-lists.ts';
import { userList, userSearchSchema } from '../users/user-lists.ts';
import { dayInput } from '../lessons/day/day.api.ts';
import { weekSearchSchema } from '../lessons/week/week-search.ts';
import * as dayRows from './day-rows.ts';

const today = '2026-03-23';

/** The call's filter of the screen that a number leads to. */
describe('a number of the day asks for what it counts', () => {
  test.each([
    ['trial', 'mine', 'overdue', ['overdue']],
    ['renewal', 'unassigned', 'today', ['today']],
    ['trial', 'unassigned', undefined, ['overdue', 'today']],
  ] as const)('of %s tickets, %s: %s', (kind, whose, group, due) => {
    const { screen, search } = dayRows.followUpRows({ kind, whose }, group);
    expect(screen).toBe(`/tickets/${kind}`);
    const type = kind === 'trial' ? 'TrialConversion' : 'ClassRenewal';
    const address = ticketSearchSchemas[type].parse(search);
    expect(address.view).toBe(whose);
    expect(wholeListInput(ticketLists[type].followUps, address, today).query).toMatchObject({
      filter: { due: { in: due } },
    });
  });

  test.each([
    ['overdue', { due: { in: ['overdue'] } }],
    ['open', { due: { in: ['later'] } }],
    [undefined, {}],
  ] as const)('of feedback to follow up, whenever it was written: %s', (group, due) => {
    const { search } = dayRows.followUpRows({ kind: 'feedback', whose: 'mine' }, group);
    const address = feedbackSearchSchema.parse(search);
    expect(wholeListInput(feedbackList, address, today).query?.filter).toEqual({
      follow_up: 'mine',
      ...due,
    });
  });

  test('of lessons: those that take place today, and those that do so now', () => {
    const filterOf = ({ search }: dayRows.Rows) =>
      dayInput(weekSearchSchema.parse(search), today).filter;
    expect(filterOf(dayRows.lessonsOfToday)).toEqual({ date: today, is_active: true });
    expect(filterOf(dayRows.liveLessons)).toEqual({ date: today, is_active: true, is_live: true });
    expect(filterOf(dayRows.lessonsOfDay('2026-03-27'))).toEqual({
      date: '2026-03-27',
      is_active: true,
    });
  });

  test('of birthdays: students of today', () => {
    const address = userSearchSchema.parse(dayRows.birthdaysToday.search);
    expect(address.tab).toBe('student');
    expect(wholeListInput(userList, address, today).query?.filter).toEqual({ birthday: 'today' });
  });
});
