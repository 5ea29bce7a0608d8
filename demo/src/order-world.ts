import type { OrderStatus, OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import type { Code } from './discount-codes.ts';
import type { Random } from './random.ts';
import type { Staff } from './staff.ts';
import type { Student } from './students.ts';

type Named = { id: string; name: string };

/** An order of the demo data, before it becomes rows. */
export type Order = {
  id: string;
  type: OrderType;
  status: OrderStatus;
  created: number;
  student: Student;
  tuitionClass: TuitionClass;
  lessons: Lesson[];
  /** Those which the student did not own yet: paid for, and places. */
  billable: Lesson[];
  agent: Staff | null;
  /** Set when staff took the order (bank transfer). */
  handledBy: Named | null;
  remark: string;
  currency: Currency;
  originalPrice: number;
  actualPrice: number;
  isRenewal: boolean;
  brand: string;
  provider: 'stripe' | 'hitpay' | null;
  /** When it was paid, or taken by staff. */
  completedAt: number | null;
  cancelled: { on: number; by: Named; remark: string } | null;
  code: Code | null;
};

/** The people, classes and codes that orders use. */
export type OrderWorld = {
  random: Random;
  newId: (at: number) => string;
  today: number;
  students: readonly Student[];
  classes: readonly TuitionClass[];
  agents: readonly Staff[];
  /** The staff who take purchases, and those who take trials. */
  admins: readonly Named[];
  salesStaff: readonly Named[];
  chooseCode: (wish: {
    student: Student;
    tuitionClass: TuitionClass;
    at: number;
    isFirstPurchase: boolean;
    isKept: boolean;
  }) => Code | null;
};
