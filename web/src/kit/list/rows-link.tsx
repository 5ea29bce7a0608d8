import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import styles from './list.module.css';

type Props = {
  /** The list's screen, and its search parameters. */
  screen: ScreenRoute;
  search: object;
  /** Full text for short or graphical content. */
  label?: string | undefined;
  className?: string | undefined;
  /** The row's link that Enter opens, if it has several. */
  opensRow?: boolean;
  children: ReactNode;
};

/** A figure that links to the rows it counts; plain text for users who may not open their list. */
export const RowsLink = ({ screen, search, label, className, opensRow, children }: Props) => {
  const to: string = screen;
  if (!useMayOpen()(screen))
    return (
      <span className={className} role={label && 'img'} aria-label={label}>
        {children}
      </span>
    );
  return (
    <Link
      to={to}
      search={search}
      className={[styles.rowsLink, className].filter(Boolean).join(' ')}
      aria-label={label}
      data-opens={opensRow || undefined}
    >
      {children}
    </Link>
  );
};
