import { expect, test } from 'vitest';
import { attendedWords, contactText } from './student-glance-words.ts';

const by = { _id: '01987a55-0000-7000-8000-000000000011', name: 'Mei Ling' };
const ticket = {
  source: 'ticket',
  at: '2026-03-14T06:00:00.000Z',
  by,
  text: '',
  ticket: by._id,
  type: 'TrialConversion',
  status: 'PENDING DECISION',
  action: '',
} as const;

test('words a contact by its remark, its reminder, its new status or its message', () => {
  expect(contactText({ ...ticket, text: 'Calls back' })).toBe('Calls back');
  expect(contactText(ticket)).toBe('PENDING DECISION');
  expect(contactText({ ...ticket, action: 'Reminder sent by SMS', text: 'Sunday' })).toBe(
    'Reminder sent by SMS. Sunday',
  );
  const { at } = ticket;
  expect(contactText({ source: 'feedback', at, by, text: '', feedback: by._id })).toBe(
    'Feedback followed up',
  );
  expect(contactText({ source: 'message', at, by, text: 'New time', method: 'email' })).toBe(
    'E-mail: New time',
  );
});

test('words the attendance of one or several lessons as a sentence', () => {
  expect(attendedWords({ attended: 7, of: 8 })).toBe('Attended 7 of the last 8 live lessons');
  expect(attendedWords({ attended: 1, of: 1 })).toBe('Attended the last live lesson');
  expect(attendedWords({ attended: 0, of: 1 })).toBe('Absent from the last live lesson');
});
