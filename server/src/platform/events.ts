import type { Context, DomainEvent, Listener } from './context.ts';
import type { Db } from './database.ts';

/** Declares an event; whoever announces it and whoever hears it name the same constant. */
export const defineEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name });

/** What is done when an event is announced. */
export const when = <Payload>(
  event: DomainEvent<Payload>,
  hear: (tx: Db, context: Context, payload: Payload) => Promise<unknown>,
): Listener => ({ event: event as DomainEvent<never>, hear });

/**
 * Tells everybody who listens, one after another, in the act's own transaction: what follows is there with the act or
 * not at all. Announced once all else of the act is written, since who listens reads what stands.
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
