import type { TicketAttendance } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import styles from './ticket-panel.module.css';
import { attendedWords } from './ticket-words.ts';

/** How a trial was attended, in words; nothing while it is to come. */
export const TicketAttended = ({ attended }: { attended: TicketAttendance | null }) =>
  attended && (
    <span className={styles.attended} data-attended={attended}>
      {attendedWords[attended]}
    </span>
  );
