import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otherMeetingProblem, readAttendanceFile } from './attendance-file.rules.ts';

const zone = { timeZone: 'Asia/Singapore', near: '2026-03-14T06:00:00Z' };
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
  test('of Zoom is read below the meeting details, in business time', () => {
    expect(readAttendanceFile([...zoomFacts, zoomHead, kaiWen, ['', '', '', '']], zone)).toEqual({
      source: 'zoom',
      meeting: '84322107765',
      left_out: { waiting: 0, absent: 0 },
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

  test('of ClickMeeting is read with the offsets in its times', () => {
    const head = ['email', 'nickname', 'start_date', 'end_date'];
    const row = ['a@b.sg', 'Aarav', '2026-03-14T14:00:00+08:00', '2026-03-14T15:00:00+08:00'];
    expect(readAttendanceFile([head, row], zone)).toMatchObject({
      source: 'clickmeeting',
      meeting: null,
      stays: [{ joined_at: '2026-03-14T06:00:00Z', left_at: '2026-03-14T07:00:00Z' }],
    });
  });

  test('that is another file, lacks columns or has no people is refused with a message', () => {
    expect(problemOf(['no', 'email'], ['1', 'a@b.sg'])).toMatch(/not a participant file/);
    expect(problemOf(['Name', 'Join Time'], ['Kai', '1'])).toBe(
      'The file lacks a column: user email, leave time.',
    );
    expect(problemOf(zoomHead)).toBe('The file has no participants.');
  });

  test('with an invalid time, or a leave before its join, is refused with its row number', () => {
    const [name, email, , left] = kaiWen as [string, string, string, string];
    expect(problemOf(zoomHead, [name, email, '13/40/2026 01:58 PM', left])).toBe(
      'Row 2: "13/40/2026 01:58 PM" is not a time.',
    );
    expect(problemOf(zoomHead, [name, email, '03/14/2026 05:00:00 PM', left])).toBe(
      'Row 2: the leave time is before the join time.',
    );
  });

  const joinsOf = (times: string[][], near = zone.near) => {
    const rows = times.map(([joined = '', left = '']) => ['Kai', 'k@example.com', joined, left]);
    const file = readAttendanceFile([zoomHead, ...rows], { ...zone, near });
    return 'problem' in file ? file.problem : file.stays.map(({ joined_at }) => joined_at);
  };

  test.each([
    ['03/14/2026 01:58:12 PM', '03/14/2026 04:00:00 PM'],
    ['14/03/2026 01:58:12 PM', '14/03/2026 04:00:00 PM'],
    ['14/03/2026 13:58:12', '14/03/2026 16:00:00'],
    ['14.03.2026, 13:58:12', '14.03.2026, 16:00'],
    ['14-03-2026 1:58:12 p.m.', '14-03-2026 4:00 p.m.'],
    ['2026/03/14 13:58:12', '2026/03/14 16:00'],
    ['2026-03-14 01:58:12 PM', '2026-03-14 04:00:00 PM'],
    ['Mar 14, 2026 01:58:12 PM', 'Mar 14, 2026 04:00:00 PM'],
    ['Mar 14, 2026, 1:58:12\u202FPM', 'Mar 14, 2026, 4:00:00\u202FPM'],
    ['March 14, 2026 13:58:12', 'March 14, 2026 16:00'],
    ['14 Mar 2026 13:58:12', '14 Mar 2026 16:00'],
  ])('parses the time %s', (joined, left) => {
    expect(joinsOf([[joined, left]])).toEqual(['2026-03-14T05:58:12Z']);
  });

  test('uses one order of day and month for the whole file, by the lesson if all dates are ambiguous', () => {
    const third = ['03/11/2026 02:00:00 PM', '03/11/2026 04:00:00 PM'];
    const thirteenth = ['13/11/2026 02:00:00 PM', '13/11/2026 04:00:00 PM'];
    expect(joinsOf([third, thirteenth])).toEqual(['2026-11-03T06:00:00Z', '2026-11-13T06:00:00Z']);
    expect(joinsOf([third], '2026-11-03T06:00:00Z')).toEqual(['2026-11-03T06:00:00Z']);
    expect(joinsOf([third], '2026-03-11T06:00:00Z')).toEqual(['2026-03-11T06:00:00Z']);
    expect(joinsOf([third], '2026-07-07T06:00:00Z')).toEqual(['2026-03-11T06:00:00Z']);
    const american = ['03/13/2026 02:00:00 PM', '03/13/2026 04:00:00 PM'];
    expect(joinsOf([thirteenth, american])).toBe('Row 3: "03/13/2026 02:00:00 PM" is not a time.');
  });

  test.each([
    ['Meeting ID', ['Meeting ID', 'Topic'], ['843 2210 7765', 'Fractions']],
    ['ID beside Topic', ['Topic', 'ID', 'Host name'], ['Fractions', '843 2210 7765', 'Room 3']],
    ['Webinar ID', ['Topic', 'Webinar ID'], ['Fractions', '843-2210-7765']],
  ])('has its meeting number under %s', (_, head, facts) => {
    expect(readAttendanceFile([head, facts, [''], zoomHead, kaiWen], zone)).toMatchObject({
      meeting: '84322107765',
    });
  });

  test('leaves out people who only waited or were absent, and counts them', () => {
    const head = ['Attended', ...zoomHead.slice(0, 4), 'In Waiting Room'];
    const [name, email, joined, left] = kaiWen as [string, string, string, string];
    const rows = [
      ['Yes', name, email, joined, left, 'No'],
      ['Yes', name, 'waits@example.com', joined, left, 'Yes'],
      ['No', 'Absent', 'absent@example.com', '--', '--', ''],
    ];
    expect(readAttendanceFile([head, ...rows], zone)).toMatchObject({
      stays: [{ email }],
      left_out: { waiting: 1, absent: 1 },
    });
  });

  test('of unique users is refused with the Zoom setting to change', () => {
    expect(
      problemOf(
        ['Name (original name)', 'Email', 'Total duration (minutes)', 'Guest'],
        ['Kai', 'k@example.com', '120', 'Yes'],
      ),
    ).toMatch(/Untick "Show unique users"/);
  });

  test('never throws, whatever its cells contain', () => {
    const cells = fc.array(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(...zoomHead, '03/14/2026 01:58:12 PM', '--'))),
    );
    fc.assert(
      fc.property(cells, (rows) => {
        expect(Object.keys(readAttendanceFile(rows, zone)).length).toBeGreaterThan(0);
      }),
    );
  });
});

test('a file of another meeting or another time is refused', () => {
  const lesson = {
    scheduled_on: '2026-03-14T06:00:00Z',
    ended_on: '2026-03-14T08:00:00Z',
    meeting: '84322107765',
  };
  const stays = [{ joined_at: '2026-03-14T05:58:12Z', left_at: '2026-03-14T08:00:00Z' }];
  expect(otherMeetingProblem({ meeting: '84322107765', stays }, lesson)).toBeUndefined();
  expect(otherMeetingProblem({ meeting: null, stays }, lesson)).toBeUndefined();
  expect(otherMeetingProblem({ meeting: '99988877766', stays }, lesson)).toBe(
    'This file is of meeting 99988877766; the lesson has meeting 84322107765.',
  );
  const yesterday = [{ joined_at: '2026-03-13T05:58:12Z', left_at: '2026-03-13T08:00:00Z' }];
  expect(otherMeetingProblem({ meeting: null, stays: yesterday }, lesson)).toMatch(
    /do not match the lesson/,
  );
  // One wrong clock does not spoil the file.
  const both = [...yesterday, ...stays];
  expect(otherMeetingProblem({ meeting: null, stays: both }, lesson)).toBeUndefined();
});
