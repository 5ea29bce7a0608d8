import { expect, test } from 'vitest';
import { halvesOf, parseTime } from './parse-time.ts';

test.each([
  ['7pm', '19:00'],
  ['7 PM', '19:00'],
  ['7.30 pm', '19:30'],
  ['7:30 p.m.', '19:30'],
  ['7 30pm', '19:30'],
  ['730pm', '19:30'],
  ['19:00', '19:00'],
  ['19.00', '19:00'],
  ['1900', '19:00'],
  ['0905', '09:05'],
  ['9:05 am', '09:05'],
  ['09', '09:00'],
  ['10:30', '10:30'],
  ['12am', '00:00'],
  ['12:30 am', '00:30'],
  ['12pm', '12:00'],
  ['0:15', '00:15'],
  ['19:00 pm', '19:00'],
])('%s is a time', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});

test.each([
  '',
  'noon-ish',
  '24:00',
  '25',
  '7:60',
  '19:00 am',
  '7:3',
  '7:300',
  '-7',
  'pm',
  '7 am pm',
])('%s is not a time', (typed) => {
  expect(parseTime(typed)).toBeNull();
});

test.each([
  ['5', '05:00', '17:00'],
  [' 11 ', '11:00', '23:00'],
  ['5:30', '05:30', '17:30'],
  ['5.30', '05:30', '17:30'],
  ['530', '05:30', '17:30'],
])('%s is in the morning or in the evening', (typed, morning, evening) => {
  expect(halvesOf(typed)).toEqual([morning, evening]);
  expect(parseTime(typed)).toBeNull();
});

test.each(['5pm', '05:00', '12', '0', '10:30', '17', '5:60', ''])(
  '%s is not ambiguous',
  (typed) => {
    expect(halvesOf(typed)).toBeNull();
  },
);
