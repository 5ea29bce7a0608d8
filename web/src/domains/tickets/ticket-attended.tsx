import { Text } from '@mantine/core';
import type { TicketAttendance } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { attendedWords } from './ticket-words.ts';

/** Attendance of a trial; nothing before the trial. */
export const TicketAttended = ({ attended }: { attended: TicketAttendance | null }) =>
  attended && (
    <Text span inherit c={attendedColor[attended]}>
      {attendedWords[attended]}
    </Text>
  );

const attendedColor: Record<TicketAttendance, string> = {
  attended: 'positive',
  absent: 'warning',
  missing: 'dimmed',
};
