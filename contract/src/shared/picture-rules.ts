/* Every picture of formatted text has alt text, for readers who cannot see it and for e-mails that load no pictures. */

export const altSentence =
  'A picture has no alt text. Please select it and press Image to say what it shows.';

/** The tag of a picture; incomplete tags do not match. */
const picture = /<img[\s/](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const source = /[\s"'/]src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;
const described = /[\s"'/]alt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'<>])/i;

/** Returns true if HTML of any origin has a picture without alt text that cleaning would keep. */
export const hasUndescribedPicture = (
  html: string,
  isKept: (address: string) => boolean,
): boolean => {
  for (const [tag] of html.matchAll(picture))
    if (!described.test(tag) && isKept(sourceOf(tag))) return true;
  return false;
};

const sourceOf = (tag: string): string => {
  const [, double, single, bare] = source.exec(tag) ?? [];
  return (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim();
};

/** Replaces each picture of HTML of any origin by the result of `change`: another tag, or '' to remove it. */
export const changePictures = (
  html: string,
  change: (tag: string, its: { source: string; isDescribed: boolean }) => string,
): string =>
  html.replaceAll(picture, (tag) =>
    change(tag, { source: sourceOf(tag), isDescribed: described.test(tag) }),
  );

/** Returns the tag of a picture with another address. */
export const withSource = (tag: string, address: string): string =>
  tag.replace(source, (written) => `${written[0]}src="${address}"`);
