import { expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

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
  [' 9 ', '09:00'],
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
])('%s is none', (typed) => {
  expect(parseTime(typed)).toBeNull();
});
