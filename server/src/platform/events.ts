import type { Context, DomainEvent, Listener } from './context.ts';
import type { Db } from './database.ts';

/** Declares an event; its announcers and listeners use the same constant. */
export const defineEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name });

/** Registers a listener for an event. */
export const when = <Payload>(
  event: DomainEvent<Payload>,
  hear: (tx: Db, context: Context, payload: Payload) => Promise<unknown>,
): Listener => ({ event: event as DomainEvent<never>, hear });

/**
 * Calls all listeners of an event in sequence, in the act's own transaction, so that their changes are saved with the
 * act or not at all. Call it after all other writes of the act, since listeners read the current data.
 */
export const announce = async <Payload>(
  tx: Db,
  context: Context,
  event: DomainEvent<Payload>,
  payload: Payload,
) => {
  for (const listener of context.listeners)
    if (listener.event === event) await listener.hear(tx, context, payload as never);
};
