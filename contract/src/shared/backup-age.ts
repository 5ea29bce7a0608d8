const hourMs = 3_600_000;

/** State of the backup by its age: late after 24 hours, failing after 48; unknown without a record. */
export const backupState = (
  last: string | null,
  now: string,
): 'fine' | 'late' | 'failing' | 'unknown' => {
  if (last === null) return 'unknown';
  const age = Date.parse(now) - Date.parse(last);
  return age > 48 * hourMs ? 'failing' : age > 24 * hourMs ? 'late' : 'fine';
};
