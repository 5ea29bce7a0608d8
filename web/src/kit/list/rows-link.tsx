import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScreenRoute } from '@staffroom/contract/domains/identity/permissions.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import styles from './list.module.css';

type Props = {
  /** The screen of their list, and what its address says. */
  screen: ScreenRoute;
  search: object;
  /** Says in full what a short or drawn content does not. */
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A figure that leads to the rows it counts; plain to those who may not open their list. */
export const RowsLink = ({ screen, search, label, className, children }: Props) => {
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
    >
      {children}
    </Link>
  );
};
