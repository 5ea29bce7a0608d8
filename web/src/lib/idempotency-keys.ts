import { isOutcomeUnknown } from './api-error.ts';

/** 128 random bits; `crypto.randomUUID` is missing where the page is served without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** JSON replacer that distinguishes files, which JSON would all write as {}. */
const tellingFiles = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/**
 * Idempotency keys of one operation: the same input keeps its key while the outcome of the last try is unknown; every
 * new call gets a new key.
 */
export class IdempotencyKeys {
  #unanswered: { input: string; key: string } | null = null;

  /** The key for sending this input. */
  keyFor(input: unknown): string {
    const text = JSON.stringify(input, tellingFiles);
    if (this.#unanswered?.input !== text)
      this.#unanswered = { input: text, key: newIdempotencyKey() };
    return this.#unanswered.key;
  }

  /** Ends a call that succeeded or was refused, so that the next one gets a new key; a lost answer keeps the key. */
  settle(error?: unknown): void {
    if (error === undefined || !isOutcomeUnknown(error)) this.#unanswered = null;
  }
}
