import { expect, test } from 'vitest';
import { classNameParts } from './class-name-parts.ts';

test.each([
  ['P6 Mathematics — Sat 2pm', 'P6 Maths', ' · Sat 2pm'],
  ['P6 Chinese + 口试 — Fri 5pm', 'P6 Chinese + 口试', ' · Fri 5pm'],
  ['Sec 3 A Maths (Fast Pace)', 'Sec 3 A Maths', ' (Fast Pace)'],
  ['P5 Science Experiments [Live]', 'P5 Science Experiments', ' [Live]'],
  ['Pre-Sunday Revision', 'Pre-Sunday Revision', ''],
  ['Sec 4 Biology Revision', 'Sec 4 Biology Revision', ''],
  ['— Sat 2pm', '— Sat 2pm', ''],
  ['(Fast Pace)', '(Fast Pace)', ''],
  ['', '', ''],
])('%s is %s, then %s', (name, head, tail) => {
  expect(classNameParts(name)).toEqual({ head, tail });
});
