import { createHash } from 'node:crypto';
import { changePictures, withSource } from 'staffroom-contract/shared/picture-rules.ts';
import { imagePath, safeImage } from 'staffroom-contract/shared/rich-text.ts';

/** A picture of another website in an imported question. `address` is a placeholder until it is copied. */
export type ForeignPicture = { address: string; from: string };

/** All such pictures of one file, by their URL. */
export type ForeignPictures = Map<string, ForeignPicture>;

/**
 * Replaces pictures of other websites by placeholders for the import to copy, with a note for each that cannot be kept.
 * Missing alt texts are marked to pass validation; `withoutMarks` removes the marks.
 */
export const readPictures = (
  body: unknown,
  all: ForeignPictures,
): { body: unknown; pictures: ForeignPicture[]; notes: string[] } => {
  const pictures = new Set<ForeignPicture>();
  const notes: string[] = [];
  let undescribed = 0;
  const read = (html: string) =>
    changePictures(html, (tag, { source, isDescribed }) => {
      const from = webAddress(source);
      if (from === undefined && safeImage(source) === undefined) {
        notes.push(`The picture “${source.slice(0, 60)}” is left out: its file is not there`);
        return '';
      }
      if (!isDescribed) undescribed += 1;
      const described = isDescribed ? tag : `<img alt="${mark}"${tag.slice('<img'.length)}`;
      if (from === undefined) return described;
      const picture = all.get(from) ?? { address: addressOf(from), from };
      all.set(from, picture);
      pictures.add(picture);
      return withSource(described, picture.address);
    });
  const changed = withFormattedTexts(body, read);
  if (undescribed > 0)
    notes.push(
      undescribed === 1
        ? 'A picture has no alt text. The next change of the question asks for it'
        : `${undescribed} pictures have no alt text. The next change of the question asks for it`,
    );
  return { body: changed, pictures: [...pictures], notes };
};

/** Placeholder for a missing alt text; no keyboard can type it. */
const mark = '\u{f8ff}no alt text\u{f8ff}';

/** Removes the placeholders for missing alt texts from a cleaned text. */
export const withoutMarks = (html: string): string => html.replaceAll(` alt="${mark}"`, ' alt=""');

/** Returns the URL of a picture of another website, undefined for any other source. */
const webAddress = (source: string) =>
  /^https?:\/\//i.test(source) && URL.canParse(source) ? new URL(source).href : undefined;

/** Cannot collide with a stored picture, because those have random ids. */
const addressOf = (from: string) => {
  const digits = createHash('sha256').update(from).digest('hex');
  return `${imagePath}00000000-0000-0000-${digits.slice(0, 4)}-${digits.slice(4, 16)}.png`;
};

const formatted = ['context', 'unit'];

const withFormattedTexts = (body: unknown, change: (html: string) => string): unknown => {
  const inEach = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(inEach);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inEach(one)]));
  };
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      formatted.includes(key) ? inEach(value) : value,
    ]),
  );
};
