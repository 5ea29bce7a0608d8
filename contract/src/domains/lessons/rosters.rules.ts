/** Why a student may stand on a lesson: paying, on trial, or for the video only. */
export const placeKinds = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** How strongly a kind of place holds: paying, then trial, then video (decisions: rosters). */
const strength: Record<PlaceKind, number> = { PAYMENT: 3, TRIAL: 2, PAYMENT_VIDEO: 1 };

/** Does a place of kind `owned` already give what one of kind `wanted` would? */
export const isOwned = (owned: PlaceKind | null, wanted: PlaceKind) =>
  owned !== null && strength[owned] >= strength[wanted];

/** Paying and trial places count against max_cap, video places do not. */
export const takesSeat = (kind: PlaceKind) => kind !== 'PAYMENT_VIDEO';

/** The kind of place behind the specification's name of a group (decisions: rosters). */
export const kindOfGroup = {
  student: 'PAYMENT',
  trial_student: 'TRIAL',
  video_student: 'PAYMENT_VIDEO',
} as const satisfies Record<string, PlaceKind>;

/**
 * The addresses in pasted text (part 1 §5, Add students): one a line, or parted by commas, semicolons or spaces, also as
 * `Name <address>`; blanks and repeats in any letter case removed. A line without an address stays as it is, so that it
 * is shown as not found.
 */
export const parseEmails = (pasted: string): string[] => {
  const byKey = new Map<string, string>();
  for (const line of pasted.split(/[\n\r,;]+/))
    for (const email of addressesIn(line))
      if (!byKey.has(email.toLowerCase())) byKey.set(email.toLowerCase(), email);
  return [...byKey.values()];
};

const addressesIn = (line: string): string[] => {
  const words = line.split(/[\s<>"']+/).map((word) => word.replace(/^mailto:/i, ''));
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 0) return addresses;
  return line.trim() === '' ? [] : [line.trim()];
};
