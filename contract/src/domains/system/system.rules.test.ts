import { expect, test } from 'vitest';
import { deviceWords } from '../identity/browsers.rules.ts';
import { diskState, messagesState, queueState } from './system.rules.ts';

test('a disk is slow above 80 % and failing above 92 %', () => {
  expect([0.8, 0.81, 0.92, 0.93].map(diskState)).toEqual(['fine', 'slow', 'slow', 'failing']);
});

test('a queue is slow after a minute and failing after 15', () => {
  expect([60, 61, 900, 901].map(queueState)).toEqual(['fine', 'slow', 'slow', 'failing']);
});

test('messages fail if an hour has failures only, not if some addresses are wrong', () => {
  const counts = { sentLately: 0, failedLately: 0, oldestSeconds: 0 };
  expect(messagesState(counts)).toBe('fine');
  expect(messagesState({ ...counts, failedLately: 3 })).toBe('failing');
  expect(messagesState({ ...counts, failedLately: 2 })).toBe('fine');
  expect(messagesState({ ...counts, failedLately: 40, sentLately: 1 })).toBe('fine');
  expect(messagesState({ ...counts, oldestSeconds: 601 })).toBe('slow');
  expect(messagesState({ ...counts, oldestSeconds: 3601 })).toBe('failing');
});

test('a user agent is worded by its browser and system', () => {
  const mozilla = 'Mozilla/5.0';
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(
    deviceWords(`${mozilla} (Windows NT 10.0) ${webkit} Chrome/124.0 Safari/537.36 Edg/124.0`),
  ).toBe('Edge, Windows');
  expect(deviceWords(`${mozilla} (iPhone; CPU like Mac OS X) ${webkit} Safari/604.1`)).toBe(
    'Safari, iPhone',
  );
  expect(deviceWords(`${mozilla} (Android 14; Mobile; rv:125.0) Firefox/125.0`)).toBe(
    'Firefox, Android',
  );
  expect(deviceWords('web-shop/2.4')).toBe('API');
  expect(deviceWords('worker')).toBe('Worker');
  expect(deviceWords('')).toBe('');
});
