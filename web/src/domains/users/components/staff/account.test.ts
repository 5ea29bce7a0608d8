import { describe, expect, test } from 'vitest';
import { screenRoutes } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  accountChanges,
  accountValuesOf,
  grantableRoutes,
  noAccount,
  rightsOfAccount,
  settingsShown,
} from './account.ts';

const priya = { _id: 'a1', name: 'Priya' };

describe('what is sent', () => {
  test('nothing where nothing changed', () => {
    expect(accountChanges(noAccount, { ...noAccount, lead_source_scope: '  ' })).toEqual({});
  });

  test('only what changed, agents by id, an emptied lead source as null', () => {
    const base = { ...noAccount, lead_source_scope: 'LLP', order_agents: [priya] };
    const renamed = [{ ...priya, name: 'Priya Nair' }];
    expect(accountChanges(base, { ...base, lead_source_scope: '', order_agents: renamed })).toEqual(
      { account: { lead_source_scope: null } },
    );
    expect(accountChanges(noAccount, { ...noAccount, enabled: false })).toEqual({ enabled: false });
    expect(
      accountChanges(noAccount, {
        enabled: true,
        acts_as: 'Partner',
        extra_routes: ['/tls'],
        sees_order_id: true,
        order_agents: [priya],
        lead_source_scope: ' LLP ',
      }),
    ).toEqual({
      account: {
        acts_as: 'Partner',
        extra_routes: ['/tls'],
        sees_order_id: true,
        order_agents: ['a1'],
        lead_source_scope: 'LLP',
      },
    });
  });
});

test('a record without an account part has none of the settings', () => {
  expect(accountValuesOf({ enabled: false, account: undefined })).toEqual({
    ...noAccount,
    enabled: false,
  });
});

describe('which settings are asked', () => {
  test('a lead source of whoever counts as a Partner', () => {
    expect(settingsShown('Partner', noAccount).leadSourceScope).toBe(true);
    expect(settingsShown('Agent', noAccount).leadSourceScope).toBe(false);
    expect(settingsShown('Agent', { ...noAccount, acts_as: 'Partner' }).leadSourceScope).toBe(true);
  });

  test('other agents of whoever opens orders and sees only the own ones', () => {
    expect(settingsShown('Agent', noAccount).orderAgents).toBe(true);
    expect(settingsShown('SalesAdmin', noAccount).orderAgents).toBe(false);
    expect(settingsShown('Typist', noAccount).orderAgents).toBe(false);
    const withOrders = { ...noAccount, extra_routes: ['/orders' as const] };
    expect(settingsShown('Typist', withOrders)).toMatchObject({
      orderAgents: true,
      seesOrderId: true,
    });
  });

  test('and whatever was set already, so that nobody has to guess', () => {
    const set = {
      ...noAccount,
      order_agents: [priya],
      lead_source_scope: 'LLP',
      sees_order_id: true,
    };
    expect(settingsShown('Typist', set)).toEqual({
      orderAgents: true,
      leadSourceScope: true,
      seesOrderId: true,
    });
  });
});

test('only screens beyond the role can be given; a given one can be taken back', () => {
  expect(grantableRoutes('Admin', noAccount)).toEqual([]);
  expect(grantableRoutes('Agent', noAccount)).toEqual(
    screenRoutes.filter((route) => route !== '/orders'),
  );
  expect(grantableRoutes('Admin', { ...noAccount, extra_routes: ['/orders'] })).toEqual([
    '/orders',
  ]);
});

test('the role that counts is the one that the account is treated as', () => {
  expect(rightsOfAccount('Agent', noAccount)?.role).toBe('Agent');
  expect(rightsOfAccount('Agent', { ...noAccount, acts_as: 'Partner' })?.role).toBe('Partner');
  expect(rightsOfAccount('TA', noAccount)).toBeUndefined();
});
