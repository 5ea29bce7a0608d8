import { recordedDiscountCode } from 'staffroom-server/src/domains/discount-codes/discount-codes.presenter.ts';
import { auditRow } from './audit-row.ts';
import type { TuitionClass } from './classes.ts';
import type { Code } from './discount-codes.ts';
import type { Row } from './insert-rows.ts';
import type { Staff } from './staff.ts';

/** Rows of `audit_log`: who made each code, and who switched it off. */
export const codeAuditRows = (
  codes: readonly Code[],
  {
    newId,
    classes,
    admins,
  }: {
    newId: (at: number) => string;
    classes: readonly TuitionClass[];
    admins: readonly Staff[];
  },
): Row[] =>
  codes.flatMap((code, index) => {
    const admin = admins[index % admins.length];
    const step = (action: string, at: number, before: unknown, after: unknown) =>
      auditRow({
        id: newId(at),
        at,
        by: admin ?? null,
        entity: 'discountcode',
        entityId: code.id,
        action,
        before,
        after,
      });
    const made = recorded(code, classes, true);
    const steps = [step('created', code.created, null, made)];
    if (code.disabled !== null)
      steps.push(step('disabled', code.disabled, made, recorded(code, classes, false)));
    return steps;
  });

const recorded = (code: Code, classes: readonly TuitionClass[], isActive: boolean) => {
  const { plan, terms, agent } = code;
  return recordedDiscountCode(
    {
      code: {
        id: code.id,
        code: plan.code,
        description: plan.description,
        discountType: terms.discount_type,
        value: terms.value,
        currency: terms.currency,
        startDate: terms.start_date,
        endDate: terms.end_date,
        usageLimit: terms.usage_limit,
        totalUsage: 0,
        isActive,
        agentId: agent?.id ?? null,
        blockTrial: terms.block_trial,
        classIds: [...terms.class_ids],
        created: new Date(code.created),
        updated: new Date(isActive ? code.created : (code.disabled ?? code.created)),
        version: isActive ? 1 : 2,
      },
      agentName: agent?.name ?? null,
      agentEmail: null,
    },
    classes
      .filter(({ id }) => terms.class_ids.includes(id))
      .map(({ id, plan: { name } }) => ({ id, name })),
  );
};
