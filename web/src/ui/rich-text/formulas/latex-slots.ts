/** What stands in a line and which part of it is selected. */
export type Line = { value: string; start: number; end: number };

/** Where a template takes what is typed first; its other places are empty braces. */
const slot = '#';

/** Puts a template in place of the selection, which moves into its first place; the caret goes to the first empty one. */
export const withTemplate = ({ value, start, end }: Line, template: string): Line => {
  const selected = value.slice(start, end);
  const at = template.indexOf(slot);
  const written = at === -1 ? template : template.replace(slot, () => selected);
  const next = value.slice(0, start) + written + value.slice(end);
  const behind = start + written.length;
  if (at === -1) return caret(next, behind);
  const first = start + at;
  return selected === '' ? caret(next, first) : caret(next, nextSlot(next, first) ?? behind);
};

const caret = (value: string, at: number): Line => ({ value, start: at, end: at });

/** The next pair of braces with nothing between them; undefined where there is none. */
export const nextSlot = (value: string, from: number): number | undefined => {
  const at = value.indexOf('{}', from);
  return at === -1 ? undefined : at + 1;
};

/** The same before the caret. */
export const previousSlot = (value: string, before: number): number | undefined => {
  const at = before < 2 ? -1 : value.lastIndexOf('{}', before - 2);
  return at === -1 ? undefined : at + 1;
};
