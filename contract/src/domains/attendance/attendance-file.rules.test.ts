import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otherMeetingProblem, readAttendanceFile } from './attendance-file.rules.ts';

const zone = 'Asia/Singapore';
const zoomFacts = [
  ['Meeting ID', 'Topic', 'Start Time', 'End Time', 'User Email', 'Duration (Minutes)'],
  ['843 2210 7765', 'Fractions', '03/14/2026 01:55:00 PM', '03/14/2026 04:05:00 PM', 'a@b.sg', '9'],
  [''],
];
const zoomHead = ['Name (Original Name)', 'User Email', 'Join Time', 'Leave Time', 'Guest'];
const kaiWen = [
  'Low Kai Wen',
  'kaiwen@example.com',
  '03/14/2026 01:58:12 PM',
  '03/14/2026 04:00:00 PM',
];

const problemOf = (...rows: string[][]) => {
  const file = readAttendanceFile(rows, zone);
  return 'problem' in file ? file.problem : undefined;
};

describe('a participant file', () => {
  test('of Zoom is read below the facts of its meeting, in business time', () => {
    expect(readAttendanceFile([...zoomFacts, zoomHead, kaiWen, ['', '', '', '']], zone)).toEqual({
      source: 'zoom',
      meeting: '84322107765',
      stays: [
        {
          row: 5,
          name: 'Low Kai Wen',
          email: 'kaiwen@example.com',
          joined_at: '2026-03-14T05:58:12Z',
          left_at: '2026-03-14T08:00:00Z',
        },
      ],
    });
  });

  test('of ClickMeeting is read with the offsets that its times name', () => {
    const head = ['email', 'nickname', 'start_date', 'end_date'];
    const row = ['a@b.sg', 'Aarav', '2026-03-14T14:00:00+08:00', '2026-03-14T15:00:00+08:00'];
    expect(readAttendanceFile([head, row], zone)).toMatchObject({
      source: 'clickmeeting',
      meeting: null,
      stays: [{ joined_at: '2026-03-14T06:00:00Z', left_at: '2026-03-14T07:00:00Z' }],
    });
  });

  test('that is none, lacks columns or has no people is refused in a sentence', () => {
    expect(problemOf(['no', 'email'], ['1', 'a@b.sg'])).toMatch(/no participant file/);
    expect(problemOf(['Name', 'Join Time'], ['Kai', '1'])).toBe(
      'The file lacks a column: user email, leave time.',
    );
    expect(problemOf(zoomHead)).toBe('The file has no participants.');
  });

  test('with a time that is none, or a leave before its join, is refused by its row', () => {
    const [name, email, , left] = kaiWen as [string, string, string, string];
    expect(problemOf(zoomHead, [name, email, '13/40/2026 01:58 PM', left])).toBe(
      'Row 2: "13/40/2026 01:58 PM" is not a time.',
    );
    expect(problemOf(zoomHead, [name, email, '03/14/2026 05:00:00 PM', left])).toBe(
      'Row 2: the leave time is before the join time.',
    );
  });

  test('never breaks, whatever its cells hold', () => {
    const cells = fc.array(fc.array(fc.oneof(fc.string(), fc.constantFrom(...zoomHead))));
    fc.assert(
      fc.property(cells, (rows) => {
        expect(Object.keys(readAttendanceFile(rows, zone)).length).toBeGreaterThan(0);
      }),
    );
  });
});

test('a file of another meeting or another time is told from the lesson’s own', () => {
  const lesson = {
    scheduled_on: '2026-03-14T06:00:00Z',
    ended_on: '2026-03-14T08:00:00Z',
    meeting: '84322107765',
  };
  const stays = [{ joined_at: '2026-03-14T05:58:12Z', left_at: '2026-03-14T08:00:00Z' }];
  expect(otherMeetingProblem({ meeting: '84322107765', stays }, lesson)).toBeUndefined();
  expect(otherMeetingProblem({ meeting: null, stays }, lesson)).toBeUndefined();
  expect(otherMeetingProblem({ meeting: '99988877766', stays }, lesson)).toBe(
    "This file is of meeting 99988877766; this lesson's is 84322107765.",
  );
  const yesterday = [{ joined_at: '2026-03-13T05:58:12Z', left_at: '2026-03-13T08:00:00Z' }];
  expect(otherMeetingProblem({ meeting: null, stays: yesterday }, lesson)).toMatch(/another time/);
});
