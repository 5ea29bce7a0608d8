/**
 * What a record of ours has under a key that came from outside; undefined for every other key, also for what each object
 * inherits (`constructor`, `toString`).
 */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
