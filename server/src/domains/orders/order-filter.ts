import { addDays, toBusinessDay } from '@staffroom/contract/shared/dates.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import type { OrderQuery } from './order-list.queries.ts';

type Filter = OrderQuery['filter'];

/** What reports count by; no index has these, so that all orders would be read for them. */
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

const mostDays = 366;

/** Throws invalid_value where a filter would read the orders of all years. */
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
      message: `Orders are found by ${asked} within at most a year: please say both ends of created or cancelled_on.`,
    });
};

/** Orders of these are few, and found by an index. */
const isNarrow = ({ created_by, class: of, discount_code, needs_attention, agent }: Filter) =>
  [created_by, of, discount_code, needs_attention].some((value) => value !== undefined) ||
  (agent !== undefined && !(typeof agent === 'object' && 'exists' in agent));
