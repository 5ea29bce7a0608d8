import {
  codeRemarks,
  providerRemarks,
  renewalRemarks,
  transferRemarks,
  trialRemarks,
  videoRemarks,
} from './data/remarks.ts';
import { dayOf, termOf } from './demo-time.ts';
import type { Order } from './order-world.ts';
import type { Random } from './random.ts';

const templateFor = (random: Random, order: Omit<Order, 'remark'>): string => {
  if (order.type === 'TRIAL')
    return order.handledBy === null ? 'Trial for {class}' : random.pick(trialRemarks);
  if (order.provider) return providerRemarks[order.provider];
  const special = codeRemarks[order.code?.plan.code ?? ''];
  if (special && random.chance(0.5)) return special;
  if (order.type === 'PAYMENT_VIDEO' && random.chance(0.5)) return random.pick(videoRemarks);
  if (order.isRenewal && random.chance(0.4)) return random.pick(renewalRemarks);
  return random.pick(transferRemarks);
};

/** Remarks of staff or the shop on the order. */
export const orderRemark = (random: Random, order: Omit<Order, 'remark'>) => {
  const day = dayOf(order.created);
  return templateFor(random, order)
    .replace('{day}', day.toString().replaceAll('-', ''))
    .replace('{n}', random.digits(4))
    .replace('{class}', order.tuitionClass.plan.name)
    .replace('{term}', String(termOf(day).term));
};
