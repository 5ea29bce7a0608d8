import { isOutcomeUnknown } from './api-error.ts';

/** 128 random bits; `crypto.randomUUID` is missing where the page is served without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** As JSON all files are alike. */
const tellingFiles = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/**
 * Keys for one writing operation: the same key again for the same input as long as nobody knows
 * whether the last try took effect, a new one for every new act.
 */
export class IdempotencyKeys {
  #unanswered: { input: string; key: string } | null = null;

  /** The key to send this input with. */
  keyFor(input: unknown): string {
    const text = JSON.stringify(input, tellingFiles);
    if (this.#unanswered?.input !== text)
      this.#unanswered = { input: text, key: newIdempotencyKey() };
    return this.#unanswered.key;
  }

  /** The act took effect, or was refused: the next one is another. A lost answer keeps the key. */
  settle(error?: unknown): void {
    if (error === undefined || !isOutcomeUnknown(error)) this.#unanswered = null;
  }
}
