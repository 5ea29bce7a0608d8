/* The role table (part 1 §6, part 2 §6, decisions: Roles): the server enforces it, menu and screens follow it. */

/** All types of account. */
export const userTypes = [
  'Student',
  'Tutor',
  'TA',
  'Agent',
  'Partner',
  'Admin',
  'DataAdmin',
  'SalesAdmin',
  'CustService',
  'Typist',
] as const;
export type UserType = (typeof userTypes)[number];

/** The accounts that work in the product; an Admin manages them on `/user`'s Staff tab. Tutors are in their own tab. */
export const staffTypes = [
  'Admin',
  'DataAdmin',
  'SalesAdmin',
  'Partner',
  'Agent',
  'CustService',
  'Typist',
] as const satisfies readonly UserType[];
export type StaffType = (typeof staffTypes)[number];

/** True for an account that works in the product. */
export const isStaffType = (type: UserType): type is StaffType =>
  (staffTypes as readonly string[]).includes(type);

/** The roles that can sign in; Student and TA are refused with 'Invalid user type'. */
export const staffRoles = [...staffTypes, 'Tutor'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** True for a role that can sign in. */
export const isStaffRole = (type: UserType): type is StaffRole =>
  (staffRoles as readonly string[]).includes(type);

/** Guarded screens. `/course` and `/lessons` include the routes below them. */
export const screenRoutes = [
  '/dashboard',
  '/report',
  '/user',
  '/course',
  '/lessons',
  '/orders',
  '/discountcode',
  '/tutor-payments',
  '/tickets/stat',
  '/tickets/trial',
  '/tickets/renewal',
  '/feedback',
  '/question-bank',
  '/ops',
  '/tls',
  '/admin/system',
  '/admin/audit',
] as const;
export type ScreenRoute = (typeof screenRoutes)[number];

/** Screens of Admin alone, which no account can be given. */
const adminScreens: readonly string[] = ['/admin/system', '/admin/audit'];

/** The screens that an Admin can open for a single account, beyond its role. */
export const grantableScreens = screenRoutes.filter((route) => !adminScreens.includes(route));

export const isScreenRoute = (route: string): route is ScreenRoute =>
  (screenRoutes as readonly string[]).includes(route);

const guardTable: Record<StaffRole, readonly ScreenRoute[]> = {
  Admin: screenRoutes,
  DataAdmin: ['/dashboard'],
  SalesAdmin: [
    '/dashboard',
    '/discountcode',
    '/user',
    '/course',
    '/lessons',
    '/orders',
    '/tickets/trial',
    '/tls',
  ],
  Partner: ['/orders', '/user', '/course', '/lessons'],
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
  Tutor: ['/dashboard', '/lessons', '/course', '/feedback', '/question-bank'],
};

/** The roles that have a flag, besides Admin, who has every flag; `flagsOfScreens` gives some by screen. */
const flagTable = {
  'discountcode.canCreate': [],
  'discountcode.canToggle': ['SalesAdmin'],
  'user.canManage': ['CustService'],
  'user.canManageCredit': ['SalesAdmin', 'CustService'],
  'staff.canManage': [],
  'integration.canManage': [],
  'audit.canRead': [],
  'system.canManage': [],
  'course.canManage': [],
  'lesson.canManage': [],
  'lesson.canSendNotification': [],
  'lesson.canManagePoll': ['CustService', 'Tutor'],
  'lesson.canCorrectAttendance': ['CustService', 'Tutor'],
  'lesson.canStartRoom': ['CustService', 'Tutor'],
  'order.canCreateOrder': ['SalesAdmin', 'Partner'],
  'order.canCreateNormal': [],
  'order.canCreateOrderByCSV': [],
  'order.canUpdateOrder': [],
  'order.canCancelPurchase': [],
  'order.canAcceptPaid': [],
  'order.canCancelTrial': ['SalesAdmin', 'Partner', 'Agent'],
  'order.canViewAllOrders': ['SalesAdmin', 'Partner', 'CustService'],
  'tls.canCreate': [],
  'tls.canUpdate': [],
  'tls.canDelete': [],
  'dashboard.canViewClassEnrolment': ['DataAdmin', 'SalesAdmin', 'Tutor'],
  'dashboard.canViewTrialStat': ['DataAdmin', 'SalesAdmin', 'Tutor'],
  'question.canManage': ['CustService', 'Typist', 'Tutor'],
  'question.canManageTags': [],
  'feedback.canFollowUp': ['CustService'],
  'ticket.canWork': [],
} as const satisfies Record<string, readonly StaffRole[]>;

export type Flag = keyof typeof flagTable;

/** Flags of everyone who may open one of these screens, also by a route granted to the account (decisions: Roles). */
const flagsOfScreens: { [flag in Flag]?: readonly ScreenRoute[] } = {
  'ticket.canWork': ['/tickets/trial', '/tickets/renewal'],
};

export const flags = Object.keys(flagTable) as [Flag, ...Flag[]];

/** Scopes of a service token; each allows one call (decisions: Integrations). */
export const tokenScopes = ['classroom-events', 'submissions', 'feedback', 'orders'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Input of the permission checks: effective role and granted routes; another system has only its token's scopes. */
export type Rights = {
  role: StaffRole;
  extra_routes: readonly string[];
  scopes?: readonly TokenScope[];
};

/** Returns true if the user may open the screen. */
export const mayOpen = (rights: Rights, route: ScreenRoute) =>
  guardTable[rights.role].includes(route) ||
  (rights.extra_routes.includes(route) && !adminScreens.includes(route));

/** Returns true if the user has the flag. */
export const can = (rights: Rights, flag: Flag) =>
  rights.role === 'Admin' ||
  (flagTable[flag] as readonly StaffRole[]).includes(rights.role) ||
  (flagsOfScreens[flag]?.some((route) => mayOpen(rights, route)) ?? false);

/** A permission of an operation: one flag, or any of several. */
export type Permission = readonly Flag[];
export const needs = (...anyOfFlags: Flag[]): Permission => anyOfFlags;

/** Callers of an operation: anyone, any session, a service token with this scope and no session, or these screens. */
export type Access = 'public' | 'signed-in' | { scope: TokenScope } | readonly ScreenRoute[];

/** Returns true if the caller has access to the operation and any of its flags. */
export const mayCall = (
  rights: Rights,
  operation: { access: Access; permission?: Permission | undefined },
) => {
  const { access, permission } = operation;
  if (typeof access === 'object' && 'scope' in access)
    return rights.scopes?.includes(access.scope) ?? false;
  return (
    (access === 'public' || !rights.scopes) &&
    (typeof access === 'string' || access.some((route) => mayOpen(rights, route))) &&
    (!permission || permission.some((flag) => can(rights, flag)))
  );
};
