/** Returns true if a failed `fetch` never connected, so that the server cannot have received the request. */
export const isNeverSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    cause?.code ?? '',
  );
};

/** Time of a `Retry-After` header: seconds from now, or a date. */
export const retryAfter = (header: string | null, now: Date): Date | undefined => {
  if (header === null) return undefined;
  const at = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : new Date(Math.max(at, now.getTime() + 1000));
};
