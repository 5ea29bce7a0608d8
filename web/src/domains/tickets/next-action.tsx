import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { dueGroupOf, isClosed } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { useToday } from '../../lib/settings.ts';
import styles from './ticket-list.module.css';
import { nextActionWords } from './ticket-words.ts';

/** The date of the next action: overdue in red, today in bold. */
export const NextAction = ({ ticket }: { ticket: Ticket }) => {
  const today = useToday();
  const { next_action_date: day, status } = ticket;
  const group = dueGroupOf(ticket, today);
  const words = nextActionWords(ticket, today);
  if (day === null || isClosed(status)) return words;
  return (
    <time dateTime={day} className={styles.next} data-due={group ?? undefined}>
      {words}
    </time>
  );
};
