import type { ReactNode } from 'react';
import styles from './price-lines.module.css';

/** How a price is made up: a `PriceLine` for each part, and the total. */
export const PriceLines = ({ children }: { children: ReactNode }) => (
  <dl className={styles.lines}>{children}</dl>
);

/** A part of a price; `ruled` below a line. */
export const PriceLine = ({
  label,
  ruled = false,
  children,
}: {
  label: ReactNode;
  ruled?: boolean;
  children: ReactNode;
}) => (
  <div data-ruled={ruled || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
