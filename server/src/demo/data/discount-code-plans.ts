import type { DiscountType } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';

/** Days are counted from today; `value` as the rules keep it (hundredths of a percent, cents, lessons). */
export type CodePlan = {
  code: string;
  description: string;
  type: DiscountType;
  value: number;
  currency?: 'USD';
  from: number;
  to: number;
  limit: number;
  /** Switched off so many days ago. */
  disabledDaysAgo?: number;
  /** Its agent, by name. */
  agent?: string;
  blockTrial?: boolean;
  /** The classes it is limited to, by name. */
  classes?: string[];
};

/** The four types, and the states a code can be in. */
export const codePlans: CodePlan[] = [
  {
    code: 'EARLYBIRD10',
    description: 'Paid before the term begins',
    type: 'Percent',
    value: 1000,
    from: -200,
    to: 60,
    limit: 800,
  },
  {
    code: 'SIBLING15',
    description: 'Brothers and sisters',
    type: 'Percent',
    value: 1500,
    from: -300,
    to: 365,
    limit: 0,
  },
  {
    code: 'WELCOME20',
    description: 'First purchase',
    type: 'Absolute',
    value: 2000,
    from: -250,
    to: 120,
    limit: 1500,
    blockTrial: true,
  },
  {
    code: 'LESS5',
    description: 'Five dollars off every lesson',
    type: 'Each Element Dollar Off',
    value: 500,
    from: -180,
    to: 90,
    limit: 400,
  },
  {
    code: 'FREE1',
    description: 'One lesson free',
    type: 'Number of Element Free',
    value: 1,
    from: -180,
    to: 90,
    limit: 300,
  },
  {
    code: 'FLASH25',
    description: 'Flash sale, over',
    type: 'Percent',
    value: 2500,
    from: -110,
    to: -20,
    limit: 0,
  },
  {
    code: 'OLDFRIEND10',
    description: 'Former students',
    type: 'Percent',
    value: 1000,
    from: -250,
    to: 200,
    limit: 0,
    disabledDaysAgo: 30,
  },
  {
    code: 'FIRST5',
    description: 'The first five families',
    type: 'Absolute',
    value: 1500,
    from: -120,
    to: 60,
    limit: 5,
  },
  {
    code: 'LLP2026',
    description: 'Partner programme',
    type: 'Percent',
    value: 500,
    from: -320,
    to: 365,
    limit: 0,
  },
  {
    code: 'ALICIA10',
    description: 'Through Alicia',
    type: 'Percent',
    value: 1000,
    from: -150,
    to: 150,
    limit: 200,
    agent: 'Alicia Tan',
  },
  {
    code: 'PSLE30',
    description: 'P6 classes only',
    type: 'Absolute',
    value: 3000,
    from: -120,
    to: 45,
    limit: 250,
    classes: [
      'P6 Mathematics — Sat 2pm',
      'P6 Mathematics — Sun 4pm',
      'P6 English — Sat 4pm',
      'P6 Science — Sat 11.30am',
    ],
  },
  {
    code: 'USPILOT5',
    description: 'US classes',
    type: 'Each Element Dollar Off',
    value: 500,
    currency: 'USD',
    from: -150,
    to: 150,
    limit: 0,
  },
  {
    code: 'NEWTERM15',
    description: 'Begins next month',
    type: 'Percent',
    value: 1500,
    from: 20,
    to: 80,
    limit: 100,
  },
];
