/** The text of an input and its selection. */
export type Line = { value: string; start: number; end: number };

/** The template's first slot; further slots are empty braces. */
const slot = '#';

/** Replaces the selection with a template: the selected text fills the first slot, the caret goes to the next. */
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

/** Offset inside the next empty pair of braces; undefined if there is no further one. */
export const nextSlot = (value: string, from: number): number | undefined => {
  const at = value.indexOf('{}', from);
  return at === -1 ? undefined : at + 1;
};

/** The same before the caret. */
export const previousSlot = (value: string, before: number): number | undefined => {
  const at = before < 2 ? -1 : value.lastIndexOf('{}', before - 2);
  return at === -1 ? undefined : at + 1;
};
