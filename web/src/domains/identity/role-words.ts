import type { Flag, StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';

/** Description of each permission. */
export const flagWords: Record<Flag, string> = {
  'discountcode.canCreate': 'Create and duplicate discount codes',
  'discountcode.canToggle': 'Enable and disable discount codes',
  'user.canManage': 'Create tutors and TAs, edit students, tutors and TAs',
  'user.canManageCredit': 'Add and redeem credit',
  'staff.canManage': 'Create, edit and disable staff accounts',
  'integration.canManage': 'Create and revoke service tokens',
  'audit.canRead': 'Read the audit trail',
  'system.canManage': 'See system health and try failed jobs again',
  'course.canManage': 'Create and change classes',
  'lesson.canManage': 'Create and change lessons and their students',
  'lesson.canSendNotification': 'Send announcements to a lesson’s students',
  'lesson.canManagePoll': 'Set up polls',
  'lesson.canCorrectAttendance': 'Correct attendance',
  'lesson.canStartRoom': 'Start Zoom rooms',
  'order.canCreateOrder': 'Create orders (only trials without the next permission)',
  'order.canCreateNormal': 'Create orders that are paid',
  'order.canCreateOrderByCSV': 'Import orders by CSV',
  'order.canUpdateOrder': 'Change an order’s agent, remark and renewal mark',
  'order.canCancelPurchase': 'Cancel purchases',
  'order.canAcceptPaid': 'Accept the amount paid in the web shop',
  'order.canCancelTrial': 'Cancel trials',
  'order.canViewAllOrders': 'See other users’ orders',
  'tls.canCreate': 'Create TLS sessions',
  'tls.canUpdate': 'Change TLS sessions',
  'tls.canDelete': 'Delete TLS sessions',
  'dashboard.canViewClassEnrolment': 'See Class Enrolment',
  'dashboard.canViewTrialStat': 'See Trial Stat',
  'question.canManage': 'Write and change questions',
  'question.canManageTags': 'Keep the topics, skills and heuristics of the question bank',
  'feedback.canFollowUp': 'Follow up feedback',
  'ticket.canWork': 'Work on the tickets of its screens',
};

/** Each role's purpose and the records it sees (part 1 §6, decisions: Roles). */
export const roleWords: Record<StaffRole, string> = {
  Admin: 'Runs the business: every screen, every action, all records, all accounts.',
  DataAdmin: 'Reads the figures: the dashboard and nothing else.',
  SalesAdmin: 'Sells: sees all students and orders, makes and cancels trials, manages credit.',
  Partner: 'Sells for a partner: sees only the students of its own lead source and their orders.',
  Agent: 'Sells: sees its own orders, and those of the agents it is given; cancels trials.',
  CustService: 'Answers families: edits students and tutors, manages credit, sees all orders.',
  Typist: 'Types questions into the question bank.',
  Tutor: 'Teaches: sees its own lessons, classes and students, never a parent’s contact.',
};
