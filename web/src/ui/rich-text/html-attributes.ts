import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { apiRoot } from '../../lib/api-root.ts';

export const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

/** The URL that the browser loads an image from: uploaded ones are on the API's host. */
export const shownImage = (src: string): string =>
  src.startsWith(imagePath) ? `${apiRoot}${src.slice('/api'.length)}` : src;
