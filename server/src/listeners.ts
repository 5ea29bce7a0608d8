import { ticketListeners } from './domains/tickets/ticket-listeners.ts';
import { tutorPayListeners } from './domains/tutor-payments/class-type-change.ts';
import type { Listener } from './platform/context.ts';

/** All listeners for events of acts and jobs, called in their transactions. */
export const allListeners: readonly Listener[] = [...ticketListeners, ...tutorPayListeners];
