import type { CSSProperties, ReactNode } from 'react';
import styles from './figure-links.module.css';

type Props = {
  label?: string;
  /** The least width of a figure, in pixels. */
  least: number;
  children: ReactNode;
};

/** Figures side by side, as list items: a link with the class `figureLink` each. */
export const FigureLinks = ({ label, least, children }: Props) => (
  <ul
    className={styles.figures}
    style={{ '--least': `${least}px` } as CSSProperties}
    aria-label={label}
  >
    {children}
  </ul>
);

/** The class of a figure's link: a label, the figure in `strong`, and a word about it. */
export const figureLink = styles.figure;
