import { describe, expect, test } from 'vitest';
import { defineForm } from '../form/define-form.ts';
import { field } from '../form/field-kind.ts';
import { dayTime, flag, people, setting, text, time, wholeNumber } from '../form/field.ts';
import { changeLines, labelOf, shapeWords } from './change-lines.ts';

const context = { zone: 'Asia/Singapore', today: '2026-03-14' };

const form = defineForm({
  noun: 'lesson',
  refreshes: [],
  fields: {
    name: text({ label: 'Name' }),
    start: dayTime({ label: 'Start', at: 'start_date' }),
    lesson_from: time({ label: 'Lessons from', at: 'schedule.start_time' }),
    type: setting([{ value: 'webinar', label: 'Webinar' }, 'meeting'], {
      label: 'Type',
      at: 'hosting_type',
      default: 'webinar',
    }),
    max_cap: wholeNumber({ label: 'Seats' }),
    is_active: flag({ label: 'Active' }),
    tutor: people({ label: 'Tutors' }),
  },
});

const lineOf = (field: string, from: string | null, to: string | null) =>
  changeLines([{ field, from, to }], { form }, context);

describe('a change is worded by the form’s field', () => {
  test.each([
    ['name', 'Surds', 'Indices', { label: 'Name', from: 'Surds', to: 'Indices' }],
    [
      'start_date',
      null,
      '2026-03-14T06:00:00.000Z',
      { label: 'Start', from: null, to: '14 Mar 2026, 14:00' },
    ],
    [
      'schedule.start_time',
      '19:00:00',
      '20:30:00',
      { label: 'Lessons from', from: '19:00', to: '20:30' },
    ],
    ['hosting_type', 'meeting', 'webinar', { label: 'Type', from: 'meeting', to: 'Webinar' }],
    ['max_cap', '20', '25', { label: 'Seats', from: '20', to: '25' }],
    ['is_active', 'true', 'false', { label: 'Active', from: 'Yes', to: 'No' }],
    [
      'tutor',
      'Mr Lim',
      'Mr Lim, Ms Goh',
      { label: 'Tutors', from: 'Mr Lim', to: 'Mr Lim, Ms Goh' },
    ],
  ])('%s', (field, from, to, line) => {
    expect(lineOf(field, from, to)).toEqual([line]);
  });
});

test('a field that no form has is worded by its shape and path', () => {
  expect(lineOf('first_purchased_on', null, '2026-03-14T06:00:00+00:00')).toEqual([
    { label: 'First purchased on', from: null, to: 'Sat 14 Mar 2026, 14:00' },
  ]);
  expect(lineOf('parent.is_reachable', null, 'true')).toEqual([
    { label: 'Reachable', from: null, to: 'Yes' },
  ]);
});

test('leaves out ids', () => {
  expect(lineOf('class', null, '0190f3b4-0000-7000-8000-000000000000')).toEqual([]);
  expect(
    lineOf(
      'lesson',
      null,
      '0190f3b4-0000-7000-8000-000000000000, 0190f3b4-0000-7000-8000-000000000001',
    ),
  ).toEqual([]);
});

test('a domain can label and word fields that its form lacks', () => {
  const fields = { level: { label: 'Levels', words: (tags: string) => tags.toUpperCase() } };
  expect(
    changeLines([{ field: 'level', from: 'ip-1', to: 'ip-2' }], { form, fields }, context),
  ).toEqual([{ label: 'Levels', from: 'IP-1', to: 'IP-2' }]);
});

test('paths that staff see as one field become one line', () => {
  const phone = {
    label: 'Phone',
    at: ['phone', 'phone_country_code'],
    initial: null,
    read: (record: unknown) => record,
    words: (value: unknown) => {
      const { phone: number = '', phone_country_code: code = '' } = value as Record<string, string>;
      return `+${code} ${number}`;
    },
  };
  const changes = [
    { field: 'phone', from: '80004571', to: '80001190' },
    { field: 'phone_country_code', from: '65', to: '60' },
  ];
  expect(changeLines(changes, { form: { fields: { phone } } }, context)).toEqual([
    { label: 'Phone', from: '+65 80004571', to: '+60 80001190' },
  ]);
});

test('a change of only one of a field’s several paths is worded by its shape', () => {
  const times = field<string>({
    label: 'Time',
    at: ['scheduled_on', 'ended_on'],
    initial: '',
    read: (record) => {
      const { scheduled_on: start, ended_on: end } = record as Record<string, string>;
      return [start, end].map((instant) => Temporal.Instant.from(instant ?? '')).join();
    },
    write: () => ({}),
    isEmpty: () => false,
    words: String,
  });
  const lesson = defineForm({ noun: 'lesson', refreshes: [], fields: { time: times } });
  const change = { field: 'ended_on', from: null, to: '2026-03-14T07:30:00Z' };
  expect(changeLines([change], { form: lesson }, context)).toEqual([
    { label: 'Ended on', from: null, to: 'Sat 14 Mar 2026, 15:30' },
  ]);
});

test.each([
  ['2026-03-14', 'Sat 14 Mar 2026'],
  ['14:00', '14:00'],
  ['2026-03-14T06:00:00Z', 'Sat 14 Mar 2026, 14:00'],
  ['P6 Mathematics', 'P6 Mathematics'],
])('%s by its shape is %s', (value, words) => {
  expect(shapeWords(value, context)).toBe(words);
});

test('turns a path without a label into words', () => {
  expect(labelOf('account.extra_routes')).toBe('Extra routes');
  expect(labelOf('is_sold_out')).toBe('Sold out');
  expect(labelOf('studentsAdded')).toBe('Students added');
});
