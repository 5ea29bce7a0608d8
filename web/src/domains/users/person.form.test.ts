import { describe, expect, test } from 'vitest';
import { grantableScreens } from 'staffroom-contract/domains/identity/permissions.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { changedBodyOf, initialValues, valuesOf } from '../../kit/form/define-form.ts';
import {
  grantableRoutes,
  rightsOfAccount,
  settingsShown,
  type AccountValues,
} from './person.form.ts';
import { staffForm } from './staff.form.ts';
import { aTutorRecord } from './user.test-helper.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-21' };
const priya = { _id: 'a1', name: 'Priya' };
const noAccount: AccountValues = initialValues(staffForm);

describe('the request of a person’s form', () => {
  const person = aTutorRecord();
  const bodyWith = (changes: Partial<AccountValues>, record: User = person) =>
    changedBodyOf(
      staffForm,
      record,
      { ...valuesOf(staffForm, record, context), ...changes },
      context,
    );

  test('is empty when nothing changed', () => {
    expect(bodyWith({ lead_source_scope: '  ' })).toEqual({ version: 7 });
  });

  test('contains only changes, agents as ids, and null for a cleared lead source', () => {
    const account = {
      acts_as: null,
      extra_routes: [],
      sees_order_id: false,
      lead_source_scope: 'LLP',
      order_agents: [priya],
    };
    const renamed = [{ ...priya, name: 'Priya Nair' }];
    expect(
      bodyWith({ lead_source_scope: '', order_agents: renamed }, aTutorRecord({ account })),
    ).toEqual({ version: 7, account: { lead_source_scope: null } });
    expect(bodyWith({ enabled: false })).toEqual({ version: 7, enabled: false });
    expect(
      bodyWith({
        acts_as: 'Partner',
        extra_routes: ['/tls'],
        sees_order_id: true,
        order_agents: [priya],
        lead_source_scope: ' LLP ',
      }),
    ).toEqual({
      version: 7,
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

test('leaves out account settings for a record without an account', () => {
  const { account: _, ...record } = aTutorRecord({ enabled: false });
  expect(valuesOf(staffForm, record, context)).toMatchObject({
    enabled: false,
    acts_as: null,
    extra_routes: [],
    sees_order_id: false,
    order_agents: [],
    lead_source_scope: '',
  });
});

describe('the account settings shown', () => {
  test('include a lead source for the role Partner', () => {
    expect(settingsShown('Partner', noAccount).leadSourceScope).toBe(true);
    expect(settingsShown('Agent', noAccount).leadSourceScope).toBe(false);
    expect(settingsShown('Agent', { ...noAccount, acts_as: 'Partner' }).leadSourceScope).toBe(true);
  });

  test('include other agents for roles that see only their own orders', () => {
    expect(settingsShown('Agent', noAccount).orderAgents).toBe(true);
    expect(settingsShown('SalesAdmin', noAccount).orderAgents).toBe(false);
    expect(settingsShown('Typist', noAccount).orderAgents).toBe(false);
    const withOrders = { ...noAccount, extra_routes: ['/orders' as const] };
    expect(settingsShown('Typist', withOrders)).toMatchObject({
      orderAgents: true,
      seesOrderId: true,
    });
  });

  test('include settings that already have a value', () => {
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

test('offers only screens beyond the role, and those already granted', () => {
  expect(grantableRoutes('Admin', noAccount)).toEqual([]);
  expect(grantableRoutes('Agent', noAccount)).toEqual(
    grantableScreens.filter((route) => route !== '/orders'),
  );
  expect(grantableRoutes('Admin', { ...noAccount, extra_routes: ['/orders'] })).toEqual([
    '/orders',
  ]);
});

test('uses the "Treat this account as" role as the effective role', () => {
  expect(rightsOfAccount('Agent', noAccount)?.role).toBe('Agent');
  expect(rightsOfAccount('Agent', { ...noAccount, acts_as: 'Partner' })?.role).toBe('Partner');
  expect(rightsOfAccount('TA', noAccount)).toBeUndefined();
});
