import { ownValue } from 'staffroom-contract/shared/own-value.ts';

/** An element with its attributes, its child elements in order, and its own decoded text. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
};

/** The reason why a text is refused as XML. */
export class XmlProblem extends Error {}

/** Deepest nesting of elements. */
const deepest = 20;
/** Most elements of a file. */
const mostElements = 60_000;
/** Most attributes of an element. */
const mostAttributes = 20;

/**
 * Parses XML in linear time: well-formed, at most 20 levels deep and without a document type, so only the predefined
 * entities and character references exist, and nothing is fetched or expanded. Throws XmlProblem.
 */
export const readXml = (xml: string): XmlElement => {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let elements = 0;
  let at = 0;
  const upTo = (end: string, what: string) => {
    const found = xml.indexOf(end, at);
    if (found < 0) throw new XmlProblem(`${what} has no end`);
    const content = xml.slice(at, found);
    at = found + end.length;
    return content;
  };
  while (at < xml.length) {
    const parent = open.at(-1) ?? top;
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    if (text !== '') addText(parent, top, decoded(text));
    if (next < 0) break;
    at = next;
    if (xml.startsWith('<!--', at)) {
      at += 4;
      upTo('-->', 'A comment');
    } else if (xml.startsWith('<![CDATA[', at)) {
      at += 9;
      addText(parent, top, upTo(']]>', 'A CDATA section'));
    } else if (xml.startsWith('<?', at)) {
      at += 2;
      upTo('?>', 'An instruction');
    } else if (xml.startsWith('<!', at)) {
      throw new XmlProblem('A document type is not allowed');
    } else if (xml.startsWith('</', at)) {
      at += 2;
      const name = upTo('>', 'An end tag').trim();
      if (parent === top || parent.name !== name)
        throw new XmlProblem(`</${name.slice(0, 40)}> has no start tag`);
      open.pop();
    } else {
      const tag = readTag(xml, at);
      at = tag.end;
      elements += 1;
      if (elements > mostElements) throw new XmlProblem('It has too many elements');
      if (parent === top && top.children.length > 0)
        throw new XmlProblem('It has more than one element at the top');
      const element = { name: tag.name, attributes: tag.attributes, children: [], text: '' };
      parent.children.push(element);
      if (!tag.isEmpty) open.push(element);
      if (open.length > deepest + 1) throw new XmlProblem('Its elements are nested too deep');
    }
  }
  const unended = open.at(-1);
  if (unended && unended !== top) throw new XmlProblem(`<${unended.name}> has no end`);
  const [root] = top.children;
  if (!root) throw new XmlProblem('It has no element');
  return root;
};

const addText = (parent: XmlElement, top: XmlElement, text: string) => {
  if (parent !== top) parent.text += text;
  else if (text.replace('\ufeff', '').trim() !== '')
    throw new XmlProblem('It does not begin with an element');
};

const tagName = /[A-Za-z_][\w.:-]{0,99}/y;
const attribute = /\s+([A-Za-z_][\w.:-]{0,99})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

const readTag = (xml: string, start: number) => {
  tagName.lastIndex = start + 1;
  const name = tagName.exec(xml)?.[0];
  if (name === undefined) throw new XmlProblem('A < does not begin a tag');
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = tagName.lastIndex;
  for (let count = 0; ; count += 1) {
    attribute.lastIndex = at;
    const found = attribute.exec(xml);
    if (!found) break;
    if (count === mostAttributes) throw new XmlProblem(`<${name}> has too many attributes`);
    attributes[found[1] ?? ''] = decoded(found[2] ?? found[3] ?? '');
    at = attribute.lastIndex;
  }
  tagEnd.lastIndex = at;
  const end = tagEnd.exec(xml);
  if (!end) throw new XmlProblem(`<${name}> is not a valid tag`);
  return { name, attributes, isEmpty: end[1] === '/', end: tagEnd.lastIndex };
};

const known: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes entities one by one and throws at the first invalid one. */
const decoded = (text: string): string => {
  let written = '';
  let at = 0;
  for (let next = text.indexOf('&'); next >= 0; next = text.indexOf('&', at)) {
    entity.lastIndex = next;
    const name = entity.exec(text)?.[1];
    if (name === undefined) throw new XmlProblem('An & must be written as &amp;');
    const read = name.startsWith('#') ? characterOf(name) : ownValue(known, name);
    if (read === undefined) throw new XmlProblem(`The entity &${name}; is not known`);
    written += text.slice(at, next) + read;
    at = entity.lastIndex;
  }
  return written + text.slice(at);
};

const entity = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{1,10});/iy;

const characterOf = (name: string) => {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code >= 32 || code === 9 || code === 10 || code === 13;
  const isValid = isCharacter && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isValid ? String.fromCodePoint(code) : undefined;
};

/** Escapes text for an XML element or attribute; characters that XML does not allow are left out. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
