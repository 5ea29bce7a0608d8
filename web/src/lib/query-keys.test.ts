import { expect, test } from 'vitest';
import { domainOf } from './query-keys.ts';

test('a call belongs to the domain of its path', () => {
  expect(domainOf({ path: '/admin/order/{id}/cancel' })).toBe('orders');
  expect(domainOf({ path: '/admin/trialorder' })).toBe('orders');
  expect(domainOf({ path: '/admin/lesson/{id}/roster' })).toBe('lessons');
  expect(domainOf({ path: '/user' })).toBe('users');
  expect(domainOf({ path: '/admin/audit/discountcode/{id}' })).toBe('discount-codes');
  expect(domainOf({ path: '/me' })).toBe('identity');
  expect(domainOf({ path: '/something-new' })).toBe('other');
});
