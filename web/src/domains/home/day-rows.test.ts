import { describe, expect, test } from 'vitest';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { feedbackList, feedbackSearchSchema } from '../feedback/feedback-list.tsx';
import { orderList, orderSearchSchema } from '../orders/order-lists.ts';
import { ticketLists, ticketSearchSchemas } from '../tickets/ticket-lists.ts';
import { userList, userSearchSchema } from '../users/user-lists.ts';
import { dayInput } from '../lessons/day/day.api.ts';
import { weekSearchSchema } from '../lessons/week/week-search.ts';
import * as dayRows from './day-rows.ts';

const today = '2026-03-23';

/** The request filter of the screen that a number links to. */
describe('the link of a number', () => {
  test.each([
    ['trial', 'mine', 'overdue', ['overdue']],
    ['renewal', 'unassigned', 'today', ['today']],
    ['trial', 'unassigned', undefined, ['overdue', 'today']],
  ] as const)('selects %s tickets, %s: %s', (kind, whose, group, due) => {
    const { screen, search } = dayRows.followUpRows({ kind, whose }, group);
    expect(screen).toBe(`/tickets/${kind}`);
    const type = kind === 'trial' ? 'TrialConversion' : 'ClassRenewal';
    const address = ticketSearchSchemas[type].parse(search);
    expect(address.view).toBe(whose);
    expect(wholeListInput(ticketLists[type].followUps, address, today).query).toMatchObject({
      filter: { due: { in: due } },
    });
  });

  test('selects orders that need attention, of any status and date', () => {
    const address = orderSearchSchema.parse(dayRows.ordersToLookAt.search);
    expect(wholeListInput(orderList, address, today).query?.filter).toEqual({
      needs_attention: true,
    });
  });

  test.each([
    ['overdue', { due: { in: ['overdue'] } }],
    ['open', { due: { in: ['later'] } }],
    [undefined, {}],
  ] as const)('selects feedback to follow up of any date: %s', (group, due) => {
    const { search } = dayRows.followUpRows({ kind: 'feedback', whose: 'mine' }, group);
    const address = feedbackSearchSchema.parse(search);
    expect(wholeListInput(feedbackList, address, today).query?.filter).toEqual({
      follow_up: 'mine',
      ...due,
    });
  });

  test('selects today’s lessons, and live ones', () => {
    const filterOf = ({ search }: dayRows.Rows) =>
      dayInput(weekSearchSchema.parse(search), today).filter;
    expect(filterOf(dayRows.lessonsOfToday)).toEqual({ date: today, is_active: true });
    expect(filterOf(dayRows.liveLessons)).toEqual({ date: today, is_active: true, is_live: true });
    expect(filterOf(dayRows.lessonsOfDay('2026-03-27'))).toEqual({
      date: '2026-03-27',
      is_active: true,
    });
  });

  test('selects students with a birthday today', () => {
    const address = userSearchSchema.parse(dayRows.birthdaysToday.search);
    expect(address.tab).toBe('student');
    expect(wholeListInput(userList, address, today).query?.filter).toEqual({ birthday: 'today' });
  });
});
