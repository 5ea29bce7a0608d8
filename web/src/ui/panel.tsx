import { useState, type ReactNode } from 'react';
import styles from './panel.module.css';

type Props = {
  /** Accessible name, if the panel has no heading that names it. */
  label?: string;
  /** Fills the rest of the page's height. */
  fill?: boolean;
  children: ReactNode;
};

/** The bordered panel of a screen: hairlines inside, one per list. */
export const Panel = ({ label, fill = false, children }: Props) => (
  <section className={styles.panel} data-fill={fill || undefined} aria-label={label}>
    {children}
  </section>
);

/** The line above the content: heading or tabs at the left, actions at the right. */
export const PanelHeader = ({ children }: { children: ReactNode }) => (
  <div className={styles.header}>{children}</div>
);

/** The part that scrolls; reachable by keyboard, so it needs a name. */
export const PanelScroll = ({
  label,
  busy = false,
  children,
}: {
  label: string;
  busy?: boolean;
  children: ReactNode;
}) => {
  // Back restores the scroll position; another screen's panel with this label starts at the top.
  const [place] = useState(() => `${window.location.pathname} ${label}`);
  return (
    // Focusable, because otherwise the region can only be scrolled with a mouse.
    <div
      className={styles.scroll}
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      data-scroll-restoration-id={place}
    >
      {children}
    </div>
  );
};

/** Padded content of a panel that is not a list. */
export const PanelBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
);

/** The line below: counts at the left, the pager at the right. */
export const PanelFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles.footer}>{children}</div>
);
