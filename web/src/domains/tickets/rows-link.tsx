import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  ticketScreens,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import type { RowsSearch } from './stat-words.ts';
import styles from './ticket-stat.module.css';

type Props = {
  type: TicketType;
  search: RowsSearch;
  /** Says in full what a short or drawn content does not. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A figure that leads to the tickets it counts; plain to those who may not open their list. */
export const RowsLink = ({ type, search, label, className, children }: Props) => {
  const screen: string = ticketScreens[type];
  if (!useMayOpen()(ticketScreens[type]))
    return (
      <span className={className} role={label && 'img'} aria-label={label}>
        {children}
      </span>
    );
  return (
    <Link
      to={screen}
      search={search}
      className={[styles.rows, className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      {children}
    </Link>
  );
};
