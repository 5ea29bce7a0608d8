import { expect, test } from 'vitest';
import { joinedOf } from './joining.ts';

test.each([
  ['Staffroom Classroom', undefined, 'no_one'],
  ['Zoom', 'secret', 'no_one'],
  ['Zoom', undefined, 'unknown'],
  ['ClassIn', 'secret', 'unknown'],
])('without a row, of %s and the Zoom webhook secret %s it is %s', (platform, secret, joined) => {
  const settings = { productName: 'Staffroom', zoomWebhookSecret: secret } as Parameters<
    typeof joinedOf
  >[0]['settings'];
  const found = { hosting_platform: platform, people: false, students: false };
  expect(joinedOf({ settings }, found)).toBe(joined);
  expect(joinedOf({ settings }, { ...found, people: true })).toBe('no_students');
  expect(joinedOf({ settings }, { ...found, people: true, students: true })).toBe('students');
});
