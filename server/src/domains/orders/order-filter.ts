import type { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { addDays, toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';

type Filter = QueryOf<typeof listOrders>['filter'];

/** Filters that no index supports, so that they would read all orders. */
const countedBy = [
  'subject',
  'class.name',
  'class.class_type',
  'class.is_active',
  'class.is_listed',
  'class.has_ended',
  'currency',
  'brand',
  'platform',
] as const satisfies (keyof Filter)[];

/** Most days of a filter of orders by date. */
const mostDays = 366;

/** Throws invalid_value if a filter would read the orders of all years. */
export const requireBounded = ({ settings }: Context, filter: Filter) => {
  const asked = countedBy.find((name) => filter[name] !== undefined);
  if (asked === undefined || isNarrow(filter)) return;
  const isWithinYear = [filter.created, filter.cancelled_on].some((days) => {
    const [from, to] = (days?.between ?? []).map(
      (day) => day && toBusinessDay(day, settings.businessTimeZone),
    );
    return from && to && to < addDays(from, mostDays);
  });
  if (!isWithinYear)
    throw refusal('invalid_value', {
      field: `filter.${asked}`,
      message: `Orders are filtered by ${asked} within at most a year: set both ends of created or cancelled_on.`,
    });
};

/** True if another filter matches few orders and has an index. */
const isNarrow = ({ created_by, class: of, discount_code, needs_attention, agent }: Filter) =>
  [created_by, of, discount_code, needs_attention].some((value) => value !== undefined) ||
  (agent !== undefined && !(typeof agent === 'object' && 'exists' in agent));
