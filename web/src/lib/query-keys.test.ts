import { expect, test } from 'vitest';
import { allOperations } from '@staffroom/contract/operations.ts';
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

test('everything that is read belongs to one, so that saves refresh it', () => {
  const homeless = allOperations.filter(
    (operation) => operation.method === 'GET' && domainOf(operation) === 'other',
  );
  expect(homeless.map(({ name, path }) => `${name} ${path}`)).toEqual([]);
});
