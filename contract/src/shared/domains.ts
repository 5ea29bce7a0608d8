/** The domains of the product, named as the folders `domains/<domain>`. */
const domains = [
  'announcements',
  'attendance',
  'classes',
  'discount-codes',
  'feedback',
  'home',
  'homework',
  'identity',
  'integrations',
  'lessons',
  'live-sessions',
  'orders',
  'polls',
  'question-bank',
  'reports',
  'search',
  'tickets',
  'tutor-payments',
  'users',
] as const;
export type Domain = (typeof domains)[number];
