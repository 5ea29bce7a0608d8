/** Minutes that a session lasts unless told (part 2 §9), and at most. */
export const usualDuration = 20;
export const longestDuration = 12 * 60;

export const mostKeywords = 30;
export const longestKeyword = 60;

/** The kinds of picture that a cover may be (part 2 §5), as file pickers name them and as sentences do. */
export const coverTypes = ['image/jpeg', 'image/png', 'image/bmp'] as const;
export const coverKinds = ['JPEG', 'PNG', 'BMP'] as const;

const alike = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Is the word among the keywords, in whatever letter case? */
export const hasKeyword = (keywords: readonly string[], word: string) =>
  keywords.some((each) => alike(each, word));

/** Said of a keyword that is there already. */
export const repeatedMessage = (word: string) => `“${word.trim()}” is among the keywords already`;

/** The first keyword that stands there a second time. */
export const repeatedKeyword = (keywords: readonly string[]): string | undefined =>
  keywords.find((word, place) => hasKeyword(keywords.slice(0, place), word));

/**
 * The keywords once a level or subject was chosen: its word joins them, that of the choice before goes (part 2 §5, Live
 * session save). '' is no choice.
 */
export const keywordsAfterChoice = (
  keywords: readonly string[],
  { before, after }: { before: string; after: string },
): string[] => {
  if (alike(before, after)) return [...keywords];
  const kept = keywords.filter((word) => before === '' || !alike(word, before));
  return after === '' || hasKeyword(kept, after) ? kept : [...kept, after];
};

type Times = { scheduled_on: string; event_duration: number };

/** When a session ends: so many minutes after it begins. */
export const endOfSession = ({ scheduled_on, event_duration }: Times): string =>
  new Date(Date.parse(scheduled_on) + event_duration * 60_000).toISOString();

/** Whether a session is still to come, takes place at this instant or has ended. */
export const sessionStateAt = (session: Times, now: string): 'Coming' | 'Live' | 'Ended' => {
  if (Date.parse(endOfSession(session)) <= Date.parse(now)) return 'Ended';
  return Date.parse(session.scheduled_on) <= Date.parse(now) ? 'Live' : 'Coming';
};

/** What is wrong with the address of a recording; '' is none. */
export const playbackProblem = (address: string): string | undefined => {
  const protocol = URL.parse(address)?.protocol;
  return address === '' || protocol === 'https:' || protocol === 'http:'
    ? undefined
    : 'Write the whole address, beginning with https://';
};
