import { Banner } from '../../ui/banner.tsx';

/** What stands in the place of an order's price and effects after a lost answer: it may have been made already. */
export const unansweredWords = 'Not known whether the order stands';

export const UnansweredOrder = () => (
  <Banner tone="warning" title={unansweredWords}>
    Seats, price and what the student owns show again once its answer has come.
  </Banner>
);
