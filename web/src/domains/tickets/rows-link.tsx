import type { ComponentProps } from 'react';
import {
  ticketScreens,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { RowsLink as AnyRowsLink } from '../../kit/list/rows-link.tsx';
import type { TicketSearch } from './ticket-lists.ts';

type Props = Omit<ComponentProps<typeof AnyRowsLink>, 'screen' | 'search'> & {
  type: TicketType;
  search: TicketSearch;
};

/** A figure as a link to the tickets it counts. */
export const RowsLink = ({ type, ...props }: Props) => (
  <AnyRowsLink screen={ticketScreens[type]} {...props} />
);
