import {
  whyNotApplicable,
  type DiscountTerms,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import type { TuitionClass } from './classes.ts';
import { codePlans, type CodePlan } from './data/discount-code-plans.ts';
import { partnerLeadSource } from './data/lead-sources.ts';
import { dayOf, days, hours, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, type Random } from './random.ts';
import type { Staff } from './staff.ts';
import type { Student } from './students.ts';

export type Code = {
  id: string;
  plan: CodePlan;
  terms: DiscountTerms;
  agent: Staff | null;
  created: number;
  /** When it was switched off. */
  disabled: number | null;
};

type Wish = {
  student: Student;
  tuitionClass: TuitionClass;
  at: number;
  isFirstPurchase: boolean;
  /** The order will stay, so it may take one of the few uses of a code that is used up. */
  isKept: boolean;
};

/** The codes of the demo, and who uses which; a code's `total_usage` grows with its orders. */
export const createCodes = (
  random: Random,
  today: number,
  classes: readonly TuitionClass[],
  agents: readonly Staff[],
) => {
  const newId = createIds(random);
  const codes = codePlans.map((plan, index): Code => {
    // The day before it begins, within office hours.
    const created = today - days(Math.max(3, -plan.from)) - hours(14) + minutes(index * 17);
    return {
      id: newId(created),
      plan,
      created,
      disabled:
        plan.disabledDaysAgo === undefined ? null : today - days(plan.disabledDaysAgo) + hours(11),
      agent: agents.find((agent) => agent.name === plan.agent) ?? null,
      terms: {
        discount_type: plan.type,
        value: plan.value,
        currency: plan.currency ?? 'SGD',
        start_date: dayOf(today).add({ days: plan.from }).toString(),
        end_date: dayOf(today).add({ days: plan.to }).toString(),
        usage_limit: plan.limit,
        total_usage: 0,
        is_active: true,
        block_trial: plan.blockTrial ?? false,
        class_ids: classes
          .filter(({ plan: { name } }) => plan.classes?.includes(name))
          .map((c) => c.id),
      },
    };
  });
  const named = (name: string) => codes.find((code) => code.plan.code === name);

  const applies = (code: Code, wish: Wish) => {
    if (code.disabled !== null && wish.at > code.disabled) return false;
    const order = {
      businessDay: dayOf(wish.at).toString(),
      classId: wish.tuitionClass.id,
      currency: wish.tuitionClass.currency,
      isTrial: false,
    };
    return whyNotApplicable(code.terms, order) === undefined;
  };

  /** The code a family would use for a purchase, if any. */
  const choose = (wish: Wish): Code | null => {
    if (wish.tuitionClass.plan.free) return null;
    const habits: readonly (readonly [string, number])[] = [
      ['FIRST5', wish.isKept ? 1 : 0],
      [`${partnerLeadSource}2026`, wish.student.leadSource === partnerLeadSource ? 0.8 : 0],
      ['PSLE30', 0.2],
      ['SIBLING15', wish.student.hasSibling ? 0.4 : 0],
      ['WELCOME20', wish.isFirstPurchase ? 0.2 : 0],
      ['USPILOT5', 0.5],
      ['EARLYBIRD10', 0.06],
      ['LESS5', 0.03],
      ['FREE1', 0.03],
      ['FLASH25', 0.04],
      ['OLDFRIEND10', 0.03],
      ['ALICIA10', 0.03],
      ['FRIENDS10', 0.06],
      ['TRYMORE5', 0.04],
      ['HOLIDAY2', 0.05],
      ['PARENTS15', 0.1],
      ['OPENHOUSE20', 0.15],
      ['WEBINAR10', 0.06],
      ['WEBSHOP5', 0.02],
      ['MARCUS12', 0.02],
      ['SCIENCE10', 0.1],
      ['STAFFKIDS50', 0.003],
    ];
    for (const [name, probability] of habits) {
      const code = named(name);
      if (!code || !random.chance(probability)) continue;
      if (applies(code, wish)) return code;
    }
    return null;
  };

  const rows = (): Row[] =>
    codes.map(({ id, plan, terms, agent, created, disabled }) => ({
      id,
      code: plan.code,
      description: plan.description,
      ...terms,
      is_active: disabled === null,
      agent_id: agent?.id ?? null,
      created: iso(created),
      updated: iso(disabled ?? created),
      version: disabled === null ? 1 : 2,
    }));
  return { choose, rows, all: codes };
};
