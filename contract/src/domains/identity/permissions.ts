/**
 * The role table: which screens a role may open and which flags it holds (part 1 §6, part 2 §6,
 * decisions: Roles). The only copy; the server enforces it, the menu and the screens mirror it.
 */
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

/** The accounts that work in the product; an Admin manages them on `/user`'s Staff tab. Tutors stand in their own tab. */
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

export const isStaffType = (type: UserType): type is StaffType =>
  (staffTypes as readonly string[]).includes(type);

/** The roles that can sign in; Student and TA are refused with 'Invalid user type'. */
export const staffRoles = [...staffTypes, 'Tutor'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaffRole = (type: UserType): type is StaffRole =>
  (staffRoles as readonly string[]).includes(type);

/** Guarded screens. `/course` and `/lessons` stand for the routes below them too. */
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
] as const;
export type ScreenRoute = (typeof screenRoutes)[number];

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

/** Flag → the roles that hold it besides Admin. A flag that is not granted here, or by a screen, is Admin's alone. */
const flagTable = {
  'discountcode.canCreate': [],
  'discountcode.canToggle': ['SalesAdmin'],
  'user.canManage': ['CustService'],
  'user.canManageCredit': ['SalesAdmin', 'CustService'],
  'staff.canManage': [],
  'integration.canManage': [],
  'course.canManage': [],
  'lesson.canManage': [],
  'lesson.canSendNotification': [],
  'lesson.canManagePoll': ['CustService', 'Tutor'],
  'lesson.canCorrectAttendance': ['CustService', 'Tutor'],
  'order.canCreateOrder': ['SalesAdmin', 'Partner'],
  'order.canCreateNormal': [],
  'order.canCreateOrderByCSV': [],
  'order.canUpdateOrder': [],
  'order.canCancelPurchase': [],
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

/** Flags that whoever opens one of these screens holds, an account that was given the route too (decisions: Roles). */
const flagsOfScreens: { [flag in Flag]?: readonly ScreenRoute[] } = {
  'ticket.canWork': ['/tickets/trial', '/tickets/renewal'],
};

export const flags = Object.keys(flagTable) as [Flag, ...Flag[]];

/** What another system may write with a token: one call each (decisions: Integrations). */
export const tokenScopes = ['classroom-events', 'submissions', 'feedback', 'orders'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * What the checks need of the signed-in person: the effective role and the routes granted beyond it. Another system has
 * the scopes of its token and nothing else.
 */
export type Rights = {
  role: StaffRole;
  extra_routes: readonly string[];
  scopes?: readonly TokenScope[];
};

/** May this person open the screen? */
export const mayOpen = (rights: Rights, route: ScreenRoute) =>
  guardTable[rights.role].includes(route) || rights.extra_routes.includes(route);

/** Does this person hold the flag? */
export const can = (rights: Rights, flag: Flag) =>
  rights.role === 'Admin' ||
  (flagTable[flag] as readonly StaffRole[]).includes(rights.role) ||
  (flagsOfScreens[flag]?.some((route) => mayOpen(rights, route)) ?? false);

/** A permission of an operation: one flag, or any of several. */
export type Permission = readonly Flag[];
export const needs = (...anyOfFlags: Flag[]): Permission => anyOfFlags;

/**
 * Who calls an operation: 'public' needs no session, 'signed-in' any session; a scope is another system's, by a service
 * token that has it and by no session; else the screens that call it, any of which suffices.
 */
export type Access = 'public' | 'signed-in' | { scope: TokenScope } | readonly ScreenRoute[];

/** The whole check of an operation: it is called from a screen that may be opened, and a flag is held. */
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
