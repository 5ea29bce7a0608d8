/** The record's own value for an untrusted key; undefined also for inherited keys (`constructor`, `toString`). */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
