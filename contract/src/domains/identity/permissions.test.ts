import { describe, expect, test } from 'vitest';
import {
  can,
  flags,
  grantableScreens,
  isStaffRole,
  mayCall,
  mayOpen,
  needs,
  screenRoutes,
  staffRoles,
  userTypes,
  type Flag,
  type StaffRole,
} from './permissions.ts';

const rights = (role: StaffRole, extra_routes: string[] = []) => ({ role, extra_routes });

/** The guard table again, written by hand: a change of permissions has to be made in both. */
const screens: Record<StaffRole, string[]> = {
  Admin: [...screenRoutes],
  DataAdmin: ['/dashboard'],
  SalesAdmin: [
    '/dashboard',
    '/user',
    '/course',
    '/lessons',
    '/orders',
    '/discountcode',
    '/tickets/trial',
    '/tls',
  ],
  Partner: ['/user', '/course', '/lessons', '/orders'],
  Agent: ['/orders'],
  CustService: [
    '/dashboard',
    '/user',
    '/course',
    '/lessons',
    '/orders',
    '/feedback',
    '/question-bank',
  ],
  Typist: ['/question-bank'],
  Tutor: ['/dashboard', '/course', '/lessons', '/feedback', '/question-bank'],
};

const held: Record<Exclude<StaffRole, 'Admin'>, Flag[]> = {
  DataAdmin: ['dashboard.canViewClassEnrolment', 'dashboard.canViewTrialStat'],
  SalesAdmin: [
    'discountcode.canToggle',
    'user.canManageCredit',
    'order.canCreateOrder',
    'order.canCancelTrial',
    'order.canViewAllOrders',
    'dashboard.canViewClassEnrolment',
    'dashboard.canViewTrialStat',
    'ticket.canWork',
  ],
  Partner: ['order.canCreateOrder', 'order.canCancelTrial', 'order.canViewAllOrders'],
  Agent: ['order.canCancelTrial'],
  CustService: [
    'user.canManage',
    'user.canManageCredit',
    'lesson.canManagePoll',
    'lesson.canCorrectAttendance',
    'lesson.canStartRoom',
    'order.canViewAllOrders',
    'question.canManage',
    'feedback.canFollowUp',
  ],
  Typist: ['question.canManage'],
  Tutor: [
    'lesson.canManagePoll',
    'lesson.canCorrectAttendance',
    'lesson.canStartRoom',
    'dashboard.canViewClassEnrolment',
    'dashboard.canViewTrialStat',
    'question.canManage',
  ],
};

test('no account can be given a screen of Admin alone', () => {
  expect(mayOpen(rights('Typist', ['/admin/audit']), '/admin/audit')).toBe(false);
  expect(grantableScreens).not.toContain('/admin/audit');
  expect(grantableScreens).toContain('/report');
});

describe('the role table', () => {
  test.each(staffRoles)('%s opens its screens and no others', (role) => {
    expect(screenRoutes.filter((route) => mayOpen(rights(role), route))).toEqual(
      screenRoutes.filter((route) => screens[role].includes(route)),
    );
  });

  test.each(staffRoles)('%s has its flags and no others', (role) => {
    expect(flags.filter((flag) => can(rights(role), flag))).toEqual(
      role === 'Admin' ? flags : flags.filter((flag) => held[role].includes(flag)),
    );
  });

  test('students and TAs are not staff', () => {
    expect(userTypes.filter((type) => !isStaffRole(type))).toEqual(['Student', 'TA']);
  });
});

describe('who may call', () => {
  const orders = { access: ['/orders'] as const };

  test('access to the screen is enough when no flag is required', () => {
    expect(mayCall(rights('Agent'), orders)).toBe(true);
    expect(mayCall(rights('Typist'), orders)).toBe(false);
    expect(mayCall(rights('Typist', ['/orders']), orders)).toBe(true);
    expect(mayCall(rights('Typist'), { access: ['/orders', '/question-bank'] })).toBe(true);
  });

  test('a flag without the screen is refused, and so is the screen without the flag', () => {
    const cancel = {
      ...orders,
      permission: needs('order.canCancelTrial', 'order.canCancelPurchase'),
    };
    expect(mayCall(rights('Agent'), cancel)).toBe(true);
    expect(mayCall(rights('CustService'), cancel)).toBe(false);
    expect(mayCall(rights('Agent'), { ...cancel, access: ['/user'] })).toBe(false);
  });

  test('a route granted to an account grants no flag', () => {
    const create = {
      access: ['/discountcode'] as const,
      permission: needs('discountcode.canCreate'),
    };
    expect(mayCall(rights('SalesAdmin'), create)).toBe(false);
    expect(mayCall(rights('Agent', ['/discountcode']), create)).toBe(false);
    expect(mayCall(rights('Admin'), create)).toBe(true);
  });

  test('except ticket.canWork, which comes with a ticket screen, by role or by account', () => {
    const link = {
      access: ['/lessons', '/tickets/trial'] as const,
      permission: needs('lesson.canCorrectAttendance', 'ticket.canWork'),
    };
    expect(mayCall(rights('SalesAdmin'), link)).toBe(true);
    expect(mayCall(rights('Agent', ['/tickets/trial']), link)).toBe(true);
    expect(mayCall(rights('CustService'), link)).toBe(true);
    expect(mayCall(rights('Agent', ['/lessons', '/tickets/stat']), link)).toBe(false);
    expect(mayCall(rights('Partner'), link)).toBe(false);
  });

  test('public and signed-in require nothing more', () => {
    for (const access of ['public', 'signed-in'] as const)
      for (const role of staffRoles) expect(mayCall(rights(role), { access })).toBe(true);
  });
});
