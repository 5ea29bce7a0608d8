import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';

export type OrderChanges = { agent: string | null; remark: string; isRenewal: boolean };

type Base = Pick<Order, 'agent' | 'remark' | 'meta' | 'version'>;

export const changesOf = (order: Base): OrderChanges => ({
  agent: order.agent?._id ?? null,
  remark: order.remark,
  isRenewal: order.meta.is_renewal,
});

export const isChanged = (order: Base, typed: OrderChanges): boolean => {
  const saved = changesOf(order);
  return (
    typed.agent !== saved.agent ||
    typed.remark.trim() !== saved.remark.trim() ||
    typed.isRenewal !== saved.isRenewal
  );
};

/**
 * What an update sends: always the renewal mark and the version, agent and remark only when not empty
 * (part 2 §5). An agent that stays is left out: it may be disabled by now.
 */
export const updateBodyOf = (order: Base, typed: OrderChanges) => {
  const remark = typed.remark.trim();
  return {
    meta: { is_renewal: typed.isRenewal },
    version: order.version,
    ...(typed.agent && typed.agent !== order.agent?._id && { agent: typed.agent }),
    ...(remark && { remark }),
  };
};
