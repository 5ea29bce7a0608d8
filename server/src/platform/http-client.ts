/** The connection of a failed `fetch` was never made: nothing can have been taken. */
export const isNeverSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    cause?.code ?? '',
  );
};

/** When an answer's `Retry-After` says to come again: seconds from now, or a date. */
export const retryAfter = (header: string | null, now: Date): Date | undefined => {
  if (header === null) return undefined;
  const at = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : new Date(Math.max(at, now.getTime() + 1000));
};
