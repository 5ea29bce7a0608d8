import { VisuallyHidden, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type FocusEventHandler } from 'react';
import {
  closedColumn,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { ticketScreens } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ClassName } from '../../../ui/class-name.tsx';
import { RowMenu, type RowAction } from '../../../ui/row-menu.tsx';
import { Dot, Tag } from '../../../ui/status-chip.tsx';
import { NextAction } from '../next-action.tsx';
import { nameOf, nextActionWords, ticketTone } from '../ticket-words.ts';
import { isElsewhere } from './board-layout.ts';
import { daysSince, isLong, longDays, shortDays } from './board-words.ts';
import type { BoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

type Props = {
  ticket: Ticket;
  column: BoardColumn;
  isOpen: boolean;
  /** Whether the panel beside the board is already open. */
  hasPanel: boolean;
  tabStop: boolean;
  onFocus: FocusEventHandler;
  moves: BoardMoves;
  /** Menu actions; undefined where cards are dragged with a mouse. */
  acts: readonly RowAction[] | undefined;
};

/** A ticket on the board: a link that can be dragged to another status. */
export const BoardCard = (props: Props) => {
  const { ticket, column, moves, acts } = props;
  const words = useCardWords(ticket);
  const isMoved = moves.moving?.ticket._id === ticket._id;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (props.isOpen) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [props.isOpen]);
  return (
    <li className={styles.place}>
      <Link
        ref={link}
        from={ticketScreens[ticket._type]}
        to="."
        search={(search) => ({ ...search, ticket: ticket._id })}
        replace={props.hasPanel}
        className={styles.card}
        draggable={false}
        tabIndex={props.tabStop ? 0 : -1}
        data-row
        data-card={ticket._id}
        data-moved={isMoved || undefined}
        data-elsewhere={isElsewhere(ticket, column) || undefined}
        onFocus={props.onFocus}
        {...moves.drag.on({ ticket, from: column })}
      >
        <VisuallyHidden>{words}</VisuallyHidden>
        <CardFace ticket={ticket} column={column} />
      </Link>
      {acts && <RowMenu of={nameOf(ticket)} actions={acts} />}
    </li>
  );
};

/** The card's content as one sentence for screen readers. */
const useCardWords = (ticket: Ticket) => {
  const today = useToday();
  const days = useDays(ticket);
  const next = nextActionWords(ticket, today);
  return [
    nameOf(ticket),
    ticket.class.name,
    next === '–' ? 'no next action' : `next action ${next}`,
    `${ticket.status} ${longDays(days)}`,
    ticket.handled_by ? `handled by ${ticket.handled_by.name}` : 'unassigned',
  ].join(', ');
};

const useDays = ({ status_since: since }: Ticket) => {
  const { business_time_zone: timeZone } = useSettings();
  return daysSince(since, useToday(), timeZone);
};

type FaceProps = { ticket: Ticket; column: BoardColumn };

/** The visible card; hidden from screen readers, which get its words instead. */
export const CardFace = ({ ticket, column }: FaceProps) => {
  const days = useDays(ticket);
  const { handled_by: handler, status } = ticket;
  const saysStatus = column === closedColumn || isElsewhere(ticket, column);
  return (
    <span className={styles.face} aria-hidden="true" title={handler?.name}>
      <strong>{nameOf(ticket)}</strong>
      {handler ? <Avatar name={handler.name} /> : <Tag warning>Unassigned</Tag>}
      <span>
        <ClassName name={ticket.class.name} />
      </span>
      {saysStatus ? (
        <Text span truncate variant="pill" c="bright">
          <Dot tone={ticketTone(status)} /> {status}
        </Text>
      ) : (
        <Text span inherit fw={550} c="bright">
          <NextAction ticket={ticket} />
        </Text>
      )}
      <span className={styles.since} data-long={(!saysStatus && isLong(days)) || undefined}>
        <IconClock size={14} stroke={1.7} />
        {shortDays(days)}
      </span>
    </span>
  );
};
