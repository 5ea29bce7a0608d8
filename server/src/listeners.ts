import { ticketListeners } from './domains/tickets/ticket-listeners.ts';
import type { Listener } from './platform/context.ts';

/** Who follows what acts and jobs announce, in their transactions. */
export const allListeners: readonly Listener[] = [...ticketListeners];
