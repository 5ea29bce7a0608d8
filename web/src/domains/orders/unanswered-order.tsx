import { Banner } from '../../ui/banner.tsx';

/** Replaces an order's price and effects after a lost answer: the order may already exist. */
export const unansweredWords = 'We don’t know yet whether the order was created';

/** Shown instead of price and effects while it is unknown whether the order exists. */
export const UnansweredOrder = () => (
  <Banner tone="warning" title={unansweredWords}>
    Seats, price and owned lessons are shown again once the server has answered.
  </Banner>
);
