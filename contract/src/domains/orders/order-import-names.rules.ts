/** The trigrams of a text's words, as PostgreSQL's pg_trgm makes them. */
const trigramsOf = (text: string): Set<string> => {
  const pieces = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1)
      pieces.add(padded.slice(start, start + 3));
  }
  return pieces;
};

/** Least similarity of a suggested name, from 0 to 1. */
const leastLikeness = 0.3;

/** Returns a function that finds the candidate most similar to a text; trigrams are computed once for all look-ups. */
export const nameFinder = <T extends { name: string }>(candidates: readonly T[]) => {
  const sizes = candidates.map((candidate) => trigramsOf(candidate.name).size);
  const holders = new Map<string, number[]>();
  for (const [index, candidate] of candidates.entries()) {
    for (const piece of trigramsOf(candidate.name)) {
      const known = holders.get(piece);
      if (known) known.push(index);
      else holders.set(piece, [index]);
    }
  }
  return (typed: string): T | undefined => {
    const pieces = trigramsOf(typed);
    const shared = new Map<number, number>();
    for (const piece of pieces)
      for (const index of holders.get(piece) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    let best: { index: number; likeness: number } | undefined;
    for (const [index, common] of shared) {
      const likeness = common / (pieces.size + (sizes[index] ?? 0) - common);
      const isBetter =
        best === undefined ||
        likeness > best.likeness ||
        (likeness === best.likeness && index < best.index);
      if (likeness >= leastLikeness && isBetter) best = { index, likeness };
    }
    return best && candidates[best.index];
  };
};

/** Levenshtein distance of two words. */
export const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const changed = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
};

/** The word at most two letters away from the typed one; undefined without one, or if two are equally close. */
export const closestName = (typed: string, words: readonly string[]): string | undefined => {
  if (typed.length > 40) return undefined;
  const distances = words
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best, next] = distances;
  if (!best || best.distance > 2 || best.distance >= best.word.length - 1) return undefined;
  return next && next.distance === best.distance ? undefined : best.word;
};
