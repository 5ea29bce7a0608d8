import { describe, expect, test } from 'vitest';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { changeToAnnounce } from '../lessons/announce-change.ts';
import { changeMessage, zoneWords } from './change-words.ts';

const tan = { _id: 'a', name: 'Ong Jun Jie' };
const lim = { _id: 'b', name: 'Lim <Mei>' };
const lesson = {
  name: 'T1 L10 Percentage',
  meta: { term: 1, index: 10 },
  class_obj: { _id: 'c', name: 'P6 Mathematics — Sat 2pm', subject: 'Mathematics' },
  scheduled_on: '2026-03-28T06:30:00Z',
  ended_on: '2026-03-28T08:00:00Z',
  tutor: [tan],
};
const before = { start: '2026-03-28T06:00:00Z', end: '2026-03-28T07:30:00Z' };
const about = { zone: 'Asia/Singapore', productName: 'Staffroom' };

describe('the message about a changed lesson', () => {
  test('contains old and new start and the time zone', () => {
    expect(changeMessage(before, lesson, about)).toEqual({
      subject: 'The lesson on Sat 28 Mar starts at 14:30',
      content:
        '<p>Dear parents,</p><p>Percentage on <strong>Sat 28 Mar</strong> starts at <strong>14:30</strong> instead of 14:00 (Singapore time). It ends at 16:00.</p>',
      sms: 'Staffroom: P6 Mathematics - Sat 2pm, Percentage on Sat 28 Mar starts at 14:30 instead of 14:00 (Singapore time). It ends at 16:00.',
    });
  });

  test('contains another day', () => {
    const earlier = { start: '2026-03-27T06:30:00Z', end: '2026-03-27T08:00:00Z' };
    const { subject, content } = changeMessage(earlier, lesson, about);
    expect(subject).toBe('The lesson moves to Sat 28 Mar, 14:30');
    expect(content).toContain(
      'is on <strong>Sat 28 Mar, 14:30</strong> instead of Fri 27 Mar, 14:30',
    );
  });

  test('contains another end only', () => {
    const { subject, content } = changeMessage(
      { start: lesson.scheduled_on, end: '2026-03-28T08:30:00Z' },
      lesson,
      about,
    );
    expect(subject).toBe('The lesson on Sat 28 Mar ends at 16:00');
    expect(content).toContain('ends at <strong>16:00</strong> instead of 16:30 (Singapore time).');
  });

  test('contains another tutor, with the name escaped', () => {
    const announced = { start: lesson.scheduled_on, end: lesson.ended_on, tutors: tan.name };
    const { content, sms } = changeMessage(announced, { ...lesson, tutor: [lim] }, about);
    expect(content).toContain(
      'is taught by <strong>Lim &lt;Mei&gt;</strong> instead of Ong Jun Jie',
    );
    expect(sms).toContain('is taught by Lim <Mei> instead of Ong Jun Jie');
  });

  test('contains another day and another tutor', () => {
    const announced = { start: '2026-03-27T06:30:00Z', end: lesson.ended_on, tutors: tan.name };
    const { content, sms } = changeMessage(announced, { ...lesson, tutor: [lim] }, about);
    expect(content).toContain('is on <strong>Sat 28 Mar, 14:30</strong> instead of Fri 27 Mar');
    expect(content).toContain(
      '<p>It is taught by <strong>Lim &lt;Mei&gt;</strong> instead of Ong Jun Jie.</p>',
    );
    expect(sms).toContain('It is taught by Lim <Mei> instead of Ong Jun Jie.');
  });

  test('uses only basic SMS characters, regardless of the class’s name', () => {
    expect(countSms(changeMessage(before, lesson, about).sms)).toMatchObject({
      encoding: 'GSM-7',
      parts: 1,
    });
  });
});

describe('an edited lesson', () => {
  const { scheduled_on, ended_on } = lesson;
  test('with the same start, duration and tutors has no message', () => {
    expect(changeToAnnounce(lesson, { ...lesson, scheduled_on: '2026-03-28T14:30:00+08:00' })).toBe(
      undefined,
    );
  });

  test.each([
    [{ scheduled_on: '2026-03-28T07:00:00Z' }, {}],
    [{ ended_on: '2026-03-28T09:00:00Z' }, {}],
    [{ tutor: [lim] }, { tutors: 'Ong Jun Jie' }],
  ])('with %j has a message', (changes, tutors) => {
    expect(changeToAnnounce(lesson, { ...lesson, ...changes })).toEqual({
      start: scheduled_on,
      end: ended_on,
      ...tutors,
    });
  });
});

test.each([
  ['Asia/Singapore', 'Singapore time'],
  ['America/New_York', 'New York time'],
  ['UTC', 'UTC time'],
])('names the zone %s "%s"', (zone, words) => {
  expect(zoneWords(zone)).toBe(words);
});
