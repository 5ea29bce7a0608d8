/** The domains in the order of their imports: each may import earlier groups, never its own (tools/import-order.ts). */
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
  ['system'],
] as const;
export type Domain = (typeof domainOrder)[number][number];
