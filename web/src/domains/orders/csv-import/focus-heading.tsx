import { useEffect, useRef, type ReactNode } from 'react';
import styles from './focus-heading.module.css';

/**
 * The heading of a step or row. It takes the focus when `about` changes, so that the keyboard and a
 * screen reader follow the person to what has just come up.
 */
export const FocusHeading = ({ about, children }: { about: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In the row list the arrow keys go on; there the focus stays.
    if (!document.activeElement?.closest('[data-keeps-focus]')) heading.current?.focus();
  }, [about]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  );
};
