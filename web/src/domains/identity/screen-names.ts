import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';

/** Screen names as in the menu (part 2 §2, Navigation shell). */
export const screenNames: Record<ScreenRoute, string> = {
  '/dashboard': 'Stats',
  '/report': 'Sales Report',
  '/user': 'User',
  '/course': 'Online Class',
  '/lessons': 'Lesson',
  '/orders': 'Order',
  '/discountcode': 'Discount Code',
  '/tutor-payments': 'Tutor Payment',
  '/tickets/stat': 'Overall Stat',
  '/tickets/trial': 'Trial',
  '/tickets/renewal': 'Renewal',
  '/feedback': 'Feedback',
  '/question-bank': 'Question Bank',
  '/ops': 'Ops',
  '/tls': 'TLS',
  '/admin/system': 'System health',
  '/admin/audit': 'Audit trail',
};
