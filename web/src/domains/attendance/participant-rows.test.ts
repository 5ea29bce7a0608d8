import { expect, test } from 'vitest';
import { readAttendanceFile } from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { readParticipantRows } from './participant-rows.ts';
import {
  dayFirstReport,
  meetingReport,
  semicolonWebinarReport,
  webinarReport,
} from './zoom-files.test-helper.ts';

test.each([',', ';', '\t'])('reads cells with %j between them', (delimiter) => {
  const line = (...cells: string[]) => cells.join(delimiter);
  const text = `\uFEFF${line('Name', 'User Email')}\r\n${line('"Tan, Mei"', 'mei@example.com')}\r\n`;
  expect(readParticipantRows(text)).toEqual({
    rows: [['Name', 'User Email'], ['Tan, Mei', 'mei@example.com'], ['']],
  });
});

test.each([
  ['2 million empty lines', '\n'.repeat(2_000_000), 'The file has more than 5,000 rows.'],
  ['2 million cells', ','.repeat(2_000_000), 'Row 1 has more than 40 cells.'],
  ['2 million lines of one cell', 'a\n'.repeat(1_000_000), 'The file has more than 5,000 rows.'],
])('stops at the limit in %s', (_, text, problem) => {
  expect(readParticipantRows(text)).toEqual({ problem });
});

const lesson = { timeZone: 'Asia/Singapore', near: '2026-11-24T06:00:00Z' };

const fileOf = (text: string) => {
  const cells = readParticipantRows(text);
  if ('problem' in cells) throw new Error(cells.problem);
  const file = readAttendanceFile(cells.rows, lesson);
  if ('problem' in file) throw new Error(file.problem);
  return file;
};

const staysOf = (text: string) =>
  fileOf(text).stays.map(({ name, email, joined_at }) => [name, email, joined_at.slice(11, 19)]);

test.each([
  ['as Zoom writes it', webinarReport],
  ['saved with semicolons', semicolonWebinarReport],
])('reads hosts, panelists, attendees and callers of a webinar report %s', (_, text) => {
  expect(fileOf(text)).toMatchObject({
    source: 'zoom',
    meeting: '84322107765',
    left_out: { waiting: 0, absent: 1 },
  });
  expect(staysOf(text)).toEqual([
    ['Room 3', 'room3@example.net', '05:49:02'],
    ['Goh Shi Min', 'shimin.goh@example.net', '05:52:40'],
    ['Low Kai Wen', 'kaiwen@example.com', '05:58:12'],
    ['Low Kai Wen', 'kaiwen@example.com', '06:44:31'],
    ['6591234567', '', '06:01:00'],
  ]);
});

test('reads the current meeting report without the people in the waiting room', () => {
  expect(fileOf(meetingReport)).toMatchObject({
    meeting: '84322107765',
    left_out: { waiting: 1, absent: 0 },
  });
  expect(staysOf(meetingReport)).toEqual([
    ['Room 3', 'room3@example.net', '05:49:02'],
    ['Low Kai Wen (iPad)', 'kaiwen@example.com', '05:58:12'],
  ]);
});

test('reads a report saved again with semicolons and the day first', () => {
  expect(fileOf(dayFirstReport).meeting).toBe('84322107765');
  expect(staysOf(dayFirstReport)).toEqual([['Low Kai Wen', 'kaiwen@example.com', '05:58:12']]);
});
