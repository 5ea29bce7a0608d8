/** Default duration of a session in minutes (part 2 §9). */
export const usualDuration = 20;
/** Longest duration of a session in minutes. */
export const longestDuration = 12 * 60;

export const mostKeywords = 30;
export const longestKeyword = 60;

/** The picture formats of a cover (part 2 §5), as MIME types for file pickers and as names for messages. */
export const coverTypes = ['image/jpeg', 'image/png', 'image/bmp'] as const;
export const coverKinds = ['JPEG', 'PNG', 'BMP'] as const;

const alike = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Returns true if the word is one of the keywords, ignoring letter case. */
export const hasKeyword = (keywords: readonly string[], word: string) =>
  keywords.some((each) => alike(each, word));

/** Error for a keyword that is in the list already. */
export const repeatedMessage = (word: string) => `“${word.trim()}” is already a keyword`;

/** The first keyword that repeats an earlier one. */
export const repeatedKeyword = (keywords: readonly string[]): string | undefined =>
  keywords.find((word, place) => hasKeyword(keywords.slice(0, place), word));

/** Keywords after a level or subject is chosen, its word replacing the previous one (part 2 §5); '' means no choice. */
export const keywordsAfterChoice = (
  keywords: readonly string[],
  { before, after }: { before: string; after: string },
): string[] => {
  if (alike(before, after)) return [...keywords];
  const kept = keywords.filter((word) => before === '' || !alike(word, before));
  return after === '' || hasKeyword(kept, after) ? kept : [...kept, after];
};

type Times = { scheduled_on: string; event_duration: number };

/** The end of a session: its start plus its duration in minutes. */
export const endOfSession = ({ scheduled_on, event_duration }: Times): string =>
  new Date(Date.parse(scheduled_on) + event_duration * 60_000).toISOString();

/** Returns the state of a session at the instant `now`. */
export const sessionStateAt = (session: Times, now: string): 'Coming' | 'Live' | 'Ended' => {
  if (Date.parse(endOfSession(session)) <= Date.parse(now)) return 'Ended';
  return Date.parse(session.scheduled_on) <= Date.parse(now) ? 'Live' : 'Coming';
};

/** Problem of a recording's address, or undefined; '' is accepted. */
export const playbackProblem = (address: string): string | undefined => {
  const protocol = URL.parse(address)?.protocol;
  return address === '' || protocol === 'https:' || protocol === 'http:'
    ? undefined
    : 'Write the whole address, beginning with https://';
};
