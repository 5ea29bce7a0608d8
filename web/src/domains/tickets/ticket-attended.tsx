import type { TicketAttendance } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import styles from './ticket-panel.module.css';
import { attendedWords } from './ticket-words.ts';

/** Attendance of a trial; nothing before the trial. */
export const TicketAttended = ({ attended }: { attended: TicketAttendance | null }) =>
  attended && (
    <span className={styles.attended} data-attended={attended}>
      {attendedWords[attended]}
    </span>
  );
