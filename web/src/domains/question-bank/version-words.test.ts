import { expect, test } from 'vitest';
import { changedParts } from './version-words.ts';

type Version = Parameters<typeof changedParts>[0];
const unit = (uid: string, body: string) =>
  ({ uid, question_body: body }) as unknown as Version['unit'][number];
const version = (changes: object): Version =>
  ({
    subject: 'Mathematics',
    level: ['primary-6'],
    instruction: '',
    context: '',
    unit: [unit('a', 'one'), unit('b', 'two')],
    meta: { topic: 'Fractions', school: '' },
    ...changes,
  }) as Version;

test('lists the changes of a version, units by their number', () => {
  const next = version({
    instruction: 'Think',
    meta: { topic: 'Ratio', school: '' },
    unit: [unit('b', 'other'), unit('c', 'new')],
  });
  expect(changedParts(version({}), next)).toEqual([
    'topic',
    'instruction',
    'unit 1',
    'unit 2 added',
    'a unit removed',
  ]);
  expect(changedParts(next, next)).toEqual([]);
});
