/** Why a student has a place on a lesson: paying, on trial, or for the video only. */
export const placeKinds = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Rank of the kinds of place: paying, then trial, then video (decisions: rosters). */
const strength: Record<PlaceKind, number> = { PAYMENT: 3, TRIAL: 2, PAYMENT_VIDEO: 1 };

/** Returns true if a place of kind `owned` includes everything that one of kind `wanted` gives. */
export const isOwned = (owned: PlaceKind | null, wanted: PlaceKind) =>
  owned !== null && strength[owned] >= strength[wanted];

/** Paying and trial places count against max_cap, video places do not. */
export const takesSeat = (kind: PlaceKind) => kind !== 'PAYMENT_VIDEO';

/** The specification's names of the three groups of a lesson's students. */
export const rosterGroups = ['student', 'trial_student', 'video_student'] as const;
export type RosterGroup = (typeof rosterGroups)[number];

/** The kind of place of each group (decisions: rosters). */
export const kindOfGroup = {
  student: 'PAYMENT',
  trial_student: 'TRIAL',
  video_student: 'PAYMENT_VIDEO',
} as const satisfies Record<RosterGroup, PlaceKind>;

/** The group of a kind of place. */
export const groupOfKind = (kind: PlaceKind): RosterGroup =>
  rosterGroups.find((group) => kindOfGroup[group] === kind) ?? 'student';

/**
 * Parses pasted addresses (part 1 §5, Add students), separated by lines, commas, semicolons or spaces, also as `Name
 * <address>`, `"Ong, Xin Yi" <address>` or `Name (address)`; no blanks, quotes, full stops, invisible characters and
 * repeats. A line without an address is kept, to be shown as not found.
 */
export const parseEmails = (pasted: string): string[] => {
  const byKey = new Map<string, string>();
  for (const line of partsOf(pasted.replace(unseen, '').replace(doubleQuotes, '"')))
    for (const email of addressesIn(line))
      if (!byKey.has(email.toLowerCase())) byKey.set(email.toLowerCase(), email);
  return [...byKey.values()];
};

/** Invisible characters in copied text: zero-width spaces and joiners, soft hyphens, direction marks. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const doubleQuotes = /[\u201C-\u201F\u00AB\u00BB]/g;

/** Splits at commas and semicolons, but not within a quoted name in front of an address. */
const partsOf = (text: string): string[] =>
  text.split(/[\n\r]+/).flatMap((line) => line.replace(/"[^"@]*"(?=\s*[<(])/g, ' ').split(/[,;]+/));

/** Removes quotes and full stops around a word. A regular expression anchored at the end would take quadratic time. */
const withoutOuterQuotes = (word: string): string => {
  const isOuter = (at: number) => /['‘’.]/.test(word.charAt(at));
  let [start, end] = [0, word.length];
  while (start < end && isOuter(start)) start += 1;
  while (end > start && isOuter(end - 1)) end -= 1;
  return word.slice(start, end);
};

const addressesIn = (part: string): string[] => {
  const words = part
    .split(/[\s<>()[\]"]+/)
    .map((word) => withoutOuterQuotes(word.replace(/^mailto:/i, '')));
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 0) return addresses;
  return part.trim() === '' ? [] : [part.trim()];
};
