import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import type { Curriculum } from './topics.ts';

/** The plan of a demo class. Without `workshop` or `recording` it is a regular class. */
export type ClassPlan = {
  name: string;
  subject: (typeof subjects)[number];
  levels: string[];
  curriculum: Curriculum;
  /** Monday is 1; a workshop's first day falls on it. */
  weekday: number;
  /** Clock time in `zone`. */
  time: string;
  /** The business zone unless given; such a class is priced and sold in its own country. */
  zone?: string;
  country?: 'US' | 'ID';
  currency?: Currency;
  /** 90 minutes for primary, 120 for the others unless given. */
  minutes?: number;
  /** Whole units of the currency a lesson. */
  rate: number;
  cap: number;
  /** A run of lessons beginning so many weeks from this week. */
  workshop?: { startsInWeeks: number; lessons: number; everyDays: number };
  /** Lessons that were held and are now sold as video. */
  recording?: { lessons: number };
  /** A regular class that stopped so many weeks ago. */
  stoppedWeeksAgo?: number;
  sample?: 'weekly' | 'june-workshop';
  taughtByDemoTutor?: boolean;
  featured?: boolean;
  free?: boolean;
  soldOut?: boolean;
  fullPurchase?: boolean;
  inactive?: boolean;
  unlisted?: boolean;
  /** The next lesson is filled by hand up to max_cap, or past it. */
  fill?: 'to-cap' | 'past-cap';
};
