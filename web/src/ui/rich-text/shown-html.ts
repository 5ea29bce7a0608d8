import DOMPurify from 'dompurify';
import {
  keptAttributes,
  richTextTags,
  type RichTextTag,
} from '@staffroom/contract/shared/rich-text.ts';
import { attributesOf, shownImage } from './html-attributes.ts';

/** Every attribute that some element may keep; which one keeps which is decided below. */
const attributes = ['style', 'start', 'type', 'href', 'src', 'alt', 'title'];

/** Formatted text as it may stand in a page: the server's list once more, and images where they are read from. */
export const shownHtml = (html: string): string => {
  const purified = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const holder = document.createElement('div');
  holder.append(purified);
  for (const element of holder.querySelectorAll('*')) keepOrRemove(element);
  return holder.innerHTML;
};

const keepOrRemove = (element: Element) => {
  const kept = keptAttributes(element.localName as RichTextTag, attributesOf(element));
  if (kept === 'drop') return element.remove();
  if (kept === 'unwrap') return element.replaceWith(...element.childNodes);
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
  if (kept['src'] && element.localName === 'img')
    element.setAttribute('src', shownImage(kept['src']));
  if (element.localName === 'iframe') element.replaceChildren();
  return undefined;
};
