import { expect, test } from 'vitest';
import { addressWords, testWords } from './announcement-words.ts';

test.each([
  [null, null, 'Test on its way', ''],
  ['sending', null, 'Test on its way', ''],
  ['sent', null, 'Test sent', ''],
  ['failed', '550 no such mailbox', 'The mail server refused it', '550 no such mailbox'],
  [
    'failed',
    'server not reachable (connect ECONNREFUSED 127.0.0.1:25)',
    'Mail server not reachable',
    'connect ECONNREFUSED 127.0.0.1:25',
  ],
] as const)('a test that is %s with %j shows "%s"', (state, error, title, reason) => {
  expect(testWords({ method: 'email', test_state: state, test_error: error })).toEqual({
    title,
    reason,
  });
});

test('an address includes its owner and the former address', () => {
  const row = { address: 'new@x.example', former_address: null, readdressed: null };
  const dateTime = (instant: string) => `at ${instant}`;
  expect(addressWords({ ...row, address_of: 'parent' }, dateTime)).toBe('new@x.example (parent)');
  expect(
    addressWords(
      { ...row, address_of: 'student', former_address: 'old@x.example', readdressed: 'T' },
      dateTime,
    ),
  ).toBe('new@x.example, changed at T, was old@x.example');
});
