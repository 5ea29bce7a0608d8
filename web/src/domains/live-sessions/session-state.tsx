import type { LiveSession } from '@staffroom/contract/domains/live-sessions/live-sessions.contract.ts';
import { sessionStateAt } from '@staffroom/contract/domains/live-sessions/live-sessions.rules.ts';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';

const tones: Record<ReturnType<typeof sessionStateAt>, Tone> = {
  Coming: 'blue',
  Live: 'green',
  Ended: 'grey',
};

/** Whether a session is to come, live or over at an instant. */
export const SessionState = ({ session, now }: { session: LiveSession; now: string }) => {
  const state = sessionStateAt(session, now);
  return <StatusChip tone={tones[state]}>{state}</StatusChip>;
};
