import DOMPurify from 'dompurify';
import {
  keptAttributes,
  richTextTags,
  type RichTextTag,
} from 'staffroom-contract/shared/rich-text.ts';
import { attributesOf, shownImage } from './html-attributes.ts';

/** Attributes that any element may have; which element keeps which is decided below. */
const attributes =
  'style,start,type,href,src,alt,width,height,title,data-type,data-latex,colspan,rowspan'.split(
    ',',
  );

type DrawFormula = (element: HTMLElement, latex: string, isBlock: boolean) => void;

/**
 * Sanitises formatted text for display: the server's allow-list again, image URLs resolved, and formulas rendered, or
 * shown as typed without a renderer.
 */
export const shownHtml = (html: string, draw?: DrawFormula): DocumentFragment => {
  const purified = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of purified.querySelectorAll('*')) keepOrRemove(element);
  for (const element of purified.querySelectorAll<HTMLElement>('[data-latex]'))
    showFormula(element, draw);
  return purified;
};

const showFormula = (element: HTMLElement, draw: DrawFormula | undefined) => {
  const latex = element.dataset['latex'] ?? '';
  if (draw) draw(element, latex, element.localName === 'div');
  else element.textContent = latex;
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
