import type { OrderStatus } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { partnerLeadSource } from './data/lead-sources.ts';
import { days, hours, minutes } from './demo-time.ts';
import type { OrderWorld } from './order-world.ts';
import type { Random } from './random.ts';
import type { Basket } from './shopping.ts';

/** The outcome of an order: its status, whether it is from the web shop, and whether it gives places. */
export type Fate = {
  status: OrderStatus;
  online: boolean;
  places: boolean;
  cancelledAt: number | null;
};

/** INIT and PAID come from the web shop, and purchases in them only from families that have bought before. */
export const fateOf = (
  { random, today }: OrderWorld,
  basket: Basket,
  at: number,
  isBuyer: boolean,
): Fate => {
  const fromPartner = basket.student.leadSource === partnerLeadSource;
  const online = random.chance(fromPartner ? 0.25 : basket.type === 'TRIAL' ? 0.4 : 0.55);
  const draw = random.next();
  if (draw < 0.083 && at < today - hours(3)) {
    const unpaid = online && random.chance(0.2);
    const on = cancelTime(random, at, today);
    return { status: 'CANCELLED', online, places: !unpaid, cancelledAt: on };
  }
  const mayWait = online && (basket.type === 'TRIAL' || isBuyer);
  // Paid orders are soon processed; videos wait longer for their release.
  const isRecent = at > today - days(basket.type === 'PAYMENT_VIDEO' ? 90 : 21);
  if (mayWait && draw < 0.24)
    return {
      status: isRecent && draw > 0.16 ? 'PAID' : 'INIT',
      online,
      places: false,
      cancelledAt: null,
    };
  return { status: 'PROCESSED', online, places: true, cancelledAt: null };
};

/** Within two weeks, and before today. */
const cancelTime = (random: Random, at: number, today: number) => {
  const latest = Math.min(today - minutes(5), at + days(14));
  return at + minutes(40) + Math.floor(random.next() ** 2 * (latest - at - minutes(40)));
};

/** An enrolment mostly keeps its agent; three orders in ten have none. */
export const agentFor = ({ random, agents, today }: OrderWorld, basket: Basket, at: number) => {
  if (basket.enrolment && random.chance(0.85)) return basket.enrolment.agent;
  if (random.chance(0.3)) return null;
  return random.pick(agents.filter((agent) => agent.enabled || at < today - days(45)));
};
