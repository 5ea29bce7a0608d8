import { z } from 'zod';
import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import type { PanelTab } from '../../ui/panel-tabs.tsx';

export const codeTabs = ['orders', 'classes', 'changes'] as const;
export type CodeTab = (typeof codeTabs)[number];

/** What the address of a code's page holds: the tab and the page of its list. */
export const codePageSearchSchema = z.object({
  tab: optionalInAddress(z.enum(codeTabs)),
  page: optionalInAddress(z.int().min(1)),
});
export type CodePageSearch = z.infer<typeof codePageSearchSchema>;

/** The tabs that this person sees; the orders stand behind the orders screen's own right. */
export const tabsOf = (
  { classes }: Pick<DiscountCodeDetail, 'classes'>,
  seesOrders: boolean,
): PanelTab<CodeTab>[] => [
  ...(seesOrders ? [{ value: 'orders' as const, label: 'Orders' }] : []),
  { value: 'classes', label: 'Classes', count: classes.length },
  { value: 'changes', label: 'Changes' },
];

/** The tab that the address asks for, else the first. */
export const shownTab = (tabs: readonly PanelTab<CodeTab>[], asked: CodeTab | undefined): CodeTab =>
  tabs.find(({ value }) => value === asked)?.value ?? tabs[0]?.value ?? 'changes';

/** The days on which orders used the code, up to today: what the orders list must show to show them all. */
export const orderDays = (code: Pick<DiscountCodeDetail, 'usage'>, today: string) => {
  const first = code.usage.map(({ day }) => day).toSorted()[0] ?? today;
  return { from: first < today ? first : today, to: today };
};
