import { expect, test } from 'vitest';
import { healthWords, lengthWords, processNames, reportOf, uptimeWords } from './system-words.ts';
import type { System } from './system.api.ts';

const id = '01a1f6ae-9900-7000-80e5-65bd4c7aed1b';

const system: System = {
  version: '1.8.2',
  installed_on: '2026-03-17T02:00:00Z',
  checked_on: '2026-03-23T09:12:04Z',
  processes: (['api', 'api', 'worker'] as const).map((role, index) => ({
    _id: `${index}`,
    role,
    machine: '10.0.0.11',
    pid: 7,
    version: '1.8.2',
    started_on: '2026-03-16T22:12:04Z',
    seen_on: '2026-03-23T09:12:00Z',
    memory_bytes: 312_400_000,
    cpu_percent: 9,
    is_lost: role === 'worker',
  })),
  parts: [
    {
      name: 'queue',
      state: 'fine',
      now: '12 waiting',
      problem: null,
      last_problem: { began_on: '2026-03-09T01:00:00Z', ended_on: '2026-03-09T01:06:00Z' },
      last: null,
      share: null,
    },
    {
      name: 'text',
      state: 'failing',
      now: '14 waiting',
      problem: 'Twilio does not answer.',
      last_problem: { began_on: '2026-03-23T04:03:04Z', ended_on: null },
      last: null,
      share: null,
    },
  ],
  jobs: [
    {
      _id: id,
      name: 'deliver-announcement',
      record: {
        name: 'Marcus Lee',
        page: 'student',
        page_id: id,
        class: null,
        ticket_type: null,
      },
      cause: 'Twilio 20003',
      tries: 8,
      most_tries: 8,
      since: '2026-03-23T04:03:00Z',
      state: 'failed',
      next_try: null,
    },
  ],
  job_count: 1,
  queue: { waiting: 12, delayed: 0, running: 0, oldest_seconds: 4, hours: [] },
  settings: [{ name: 'SMTP_URL', value: 'set', source: 'environment', is_secret: true }],
};

test('parts with a problem and failed jobs are counted', () => {
  expect(healthWords(system).words).toBe('2 problems');
  expect(healthWords({ ...system, job_count: 0 }).words).toBe('1 problem');
  expect(healthWords({ ...system, job_count: 0, parts: [] }).words).toBe('All fine');
});

test('processes are numbered by role', () => {
  expect([...processNames(system.processes).values()]).toEqual(['api-1', 'api-2', 'worker-1']);
});

test('the time since a start is worded in its two largest units', () => {
  const now = '2026-03-23T09:12:04Z';
  expect(uptimeWords('2026-03-16T22:12:04Z', now)).toBe('6 d 11 h');
  expect(uptimeWords('2026-03-23T05:52:04Z', now)).toBe('3 h 20 min');
  expect(uptimeWords('2026-03-23T09:08:00Z', now)).toBe('4 min');
});

test('a problem lasts at least a minute', () => {
  const from = '2026-03-23T09:12:04Z';
  expect(lengthWords(from, '2026-03-23T14:21:04Z')).toBe('5 h 9 min');
  expect(lengthWords(from, '2026-03-23T09:12:40Z')).toBe('1 min');
  expect(lengthWords(from, '2026-03-23T09:00:00Z')).toBe('1 min');
});

test('the report has all parts, processes and jobs, and no names of people', () => {
  const report = reportOf(system);
  expect(report).toContain(
    'Text messages: Failing. 14 waiting. Twilio does not answer. Last problem',
  );
  expect(report).toContain('Job queue: Fine. 12 waiting. Last problem 2026-03-09T01:00:00Z, 6 min');
  expect(report).toContain('api-1 1.8.2: 6 d 11 h, 9% CPU, 312 MB');
  expect(report).toContain(`Announcement delivery ${id}: Given up, 8 tries. Twilio 20003`);
  expect(report).not.toContain('Marcus');
  expect(report).not.toContain('SMTP_URL');
});
