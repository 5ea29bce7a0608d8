/** Number of elements removed from formatted text of other programs, by kind. */
export type LeftOut = Partial<Record<LeftOutKind, number>>;
export type LeftOutKind = keyof typeof leftOutNames;

const leftOutNames = {
  picture: ['picture', 'pictures'],
  drawing: ['drawing', 'drawings'],
  comment: ['comment', 'comments'],
  video: ['video or sound', 'videos or sounds'],
  page: ['embedded page', 'embedded pages'],
  field: ['form field', 'form fields'],
  equation: ['equation', 'equations'],
  table: ['table of more than 5,000 cells', 'tables of more than 5,000 cells'],
} as const;

/** A message for the removed elements: "1 picture and 2 comments were left out."; undefined for none. */
export const leftOutSentence = (left: LeftOut): string | undefined => {
  let total = 0;
  const parts = Object.entries(leftOutNames).flatMap(([kind, [one, several]]) => {
    const count = left[kind as LeftOutKind] ?? 0;
    total += count;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  if (total === 0) return undefined;
  const last = parts.pop() ?? '';
  const names = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `${names} ${total === 1 ? 'was' : 'were'} left out.`;
};
