import { expect, test } from 'vitest';
import type { AuditRow } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { actWords, factOf, isWarning, keptWords, recordName, targetOf } from './audit-words.ts';

const id = '01a1f6ae-9900-7000-80e5-65bd4c7aed1b';
const context = { zone: 'Asia/Singapore', today: '2026-03-23' };

const row = (values: Partial<AuditRow>): AuditRow => ({
  _id: id,
  at: '2026-03-23T09:08:41Z',
  actor: { _id: id, name: 'Nadia Tan' },
  actor_type: 'Admin',
  action: 'order.created',
  entity: 'order',
  entity_id: id,
  record: null,
  address: '198.51.100.7',
  user_agent: '',
  session_started_on: null,
  request_id: 'r',
  same_request: 0,
  changes: [],
  ...values,
});

test('actions are worded by their record, or by their own words', () => {
  expect(actWords(row({}))).toBe('Order created');
  expect(actWords(row({ action: 'lesson.studentsAdded', entity: 'lesson' }))).toBe(
    'Lesson: students added',
  );
  expect(actWords(row({ action: 'session.released', entity: 'user' }))).toBe('Lock released');
});

test('a download names its list and rows, and one that broke is a warning', () => {
  const changes = [
    { field: 'list', from: null, to: 'listTrialTickets' },
    { field: 'rows', from: null, to: '214' },
    { field: 'is_whole', from: null, to: 'true' },
  ];
  const download = row({ action: 'list.downloaded', entity: 'list', changes });
  expect([recordName(download), factOf(download, context), isWarning(download)]).toEqual([
    'Trial tickets',
    '214 rows',
    false,
  ]);
  const broken = row({
    ...download,
    changes: changes.with(2, { field: 'is_whole', from: null, to: 'false' }),
  });
  expect([factOf(broken, context), isWarning(broken)]).toEqual(['stopped after 214 rows', true]);
});

test('a change of one field is shown, several are counted', () => {
  const school = { field: 'school', from: 'Rosyth School', to: 'Anderson Primary' };
  const update = row({ action: 'user.updated', entity: 'user', changes: [school] });
  expect(factOf(update, context)).toBe('School Rosyth School → Anderson Primary');
  const level = { field: 'level', from: null, to: 'P5' };
  expect(factOf(row({ ...update, changes: [level] }), context)).toBe('Level P5');
  expect(factOf(row({ ...update, changes: [school, level] }), context)).toBe('2 fields');
  expect(factOf(row({ changes: [school, level] }), context)).toBe('');
});

test('a record links to its page, a lesson only with its class', () => {
  const record = { name: 'T1 L1', page_id: id, class: null, ticket_type: null } as const;
  expect(targetOf({ ...record, page: 'student' })).toEqual({ to: 'student', id });
  expect(targetOf({ ...record, page: 'lesson' })).toBeUndefined();
  expect(targetOf({ ...record, page: 'lesson', class: id })).toEqual({
    to: 'lesson',
    id,
    classId: id,
  });
  expect(targetOf({ ...record, page: null })).toBeUndefined();
  expect(targetOf(null)).toBeUndefined();
});

test('the time for which entries are kept is worded in years where these are whole', () => {
  const fixed = 'Entries cannot be changed or deleted.';
  expect([undefined, null, 90, 365, 2555].map(keptWords)).toEqual([
    fixed,
    `${fixed} They are kept for good.`,
    `${fixed} Kept for 90 days.`,
    `${fixed} Kept for 1 year.`,
    `${fixed} Kept for 7 years.`,
  ]);
});

test('a refused address of a service token is a warning', () => {
  const refused = row({ action: 'service_token.refused', entity: 'service_token' });
  expect([actWords(refused), isWarning(refused)]).toEqual(['Service token refused', true]);
});
