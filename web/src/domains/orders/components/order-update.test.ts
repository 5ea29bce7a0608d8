import { expect, test } from 'vitest';
import { changesOf, isChanged, updateBodyOf } from './order-update.ts';

const order = {
  agent: { _id: 'a1', name: 'Nur Diyana' },
  remark: 'PayNow ref 1',
  meta: { is_renewal: false },
  version: 3,
};

test('an update always says the renewal mark and the version it was made from', () => {
  expect(updateBodyOf(order, { agent: null, remark: '  ', isRenewal: true })).toEqual({
    meta: { is_renewal: true },
    version: 3,
  });
});

test('agent and remark go along when they are not empty', () => {
  expect(updateBodyOf(order, { agent: 'a2', remark: ' new ', isRenewal: false })).toEqual({
    meta: { is_renewal: false },
    version: 3,
    agent: 'a2',
    remark: 'new',
  });
});

test('an agent that stays is not sent, as it may be disabled by now', () => {
  expect(updateBodyOf(order, changesOf(order))).not.toHaveProperty('agent');
});

test('only what differs from the saved order counts as a change', () => {
  expect(isChanged(order, changesOf(order))).toBe(false);
  expect(isChanged(order, { ...changesOf(order), remark: 'PayNow ref 1 ' })).toBe(false);
  expect(isChanged(order, { ...changesOf(order), isRenewal: true })).toBe(true);
});
