import { imagePath } from '@staffroom/contract/shared/rich-text.ts';
import { apiRoot } from '../../lib/api-root.ts';

/** An element's attributes by name. */
export const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

/** Where the browser reads an image from: uploaded ones stand at the API's host. */
export const shownImage = (src: string): string =>
  src.startsWith(imagePath) ? `${apiRoot}${src.slice('/api'.length)}` : src;
