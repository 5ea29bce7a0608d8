/**
 * The domains of the product, named as the folders `domains/<domain>`, in the order of their imports. A domain may import
 * domains of earlier groups; domains of one group do not import each other (tools/import-order.ts).
 */
export const domainOrder = [
  ['identity'],
  ['users'],
  ['classes', 'live-sessions', 'question-bank'],
  ['lessons'],
  ['discount-codes', 'announcements', 'polls', 'homework', 'attendance'],
  ['orders'],
  ['tickets', 'tutor-payments', 'feedback'],
  ['reports'],
  ['integrations'],
  ['home', 'search'],
] as const;
export type Domain = (typeof domainOrder)[number][number];
