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
