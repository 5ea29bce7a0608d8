import { createHash } from 'node:crypto';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { fromMoodleFormulas } from './moodle-formulas.ts';
import { childrenOf, escaped, textIn } from './moodle-text.ts';
import type { XmlElement } from './read-xml.ts';

/** A picture of a file. Its address is a placeholder in the texts until the picture is stored. */
export type FilePicture = { address: string; name: string; digest: string; bytes: Uint8Array };

/** Results collected while a question is read. */
export type Reading = {
  /** Sentences about content that is left out or changed. */
  notes: string[];
  pictures: Set<FilePicture>;
  /** All pictures of the file, by digest. */
  ofFile: Map<string, FilePicture>;
  /** True for our own files: an empty alt text stays empty. */
  isOurs: boolean;
};

/** Formatted text of an element with `text` and `file`s, uncleaned, with placeholder addresses and notes. */
export const readFormatted = (element: XmlElement | undefined, reading: Reading): string =>
  fromMoodleFormulas(readHtml(element, reading));

/** The same with formulas in Moodle's syntax. */
export const readHtml = (element: XmlElement | undefined, reading: Reading): string =>
  element ? withPictures(htmlIn(element), filesIn(element), reading) : '';

const htmlIn = (element: XmlElement) => {
  const text = textIn(element, 'text');
  const format = element.attributes['format'];
  if (format !== 'plain_text' && format !== 'moodle_auto_format') return text;
  return (format === 'plain_text' ? escaped(text) : text).replaceAll(/\r?\n/g, '<br>');
};

type Files = Map<string, { name: string; content: string; isUsed: boolean }>;

const filesIn = (element: XmlElement): Files =>
  new Map(
    childrenOf(element, 'file').map(({ attributes, text }) => {
      const { name = '', path = '/' } = attributes;
      return [`${path}${name}`, { name, content: text, isUsed: false }];
    }),
  );

const imageTag = /<img\s[^<>]*>/gi;
const sourceIn = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const alternativeIn = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ofMoodle = '@@PLUGINFILE@@';
const dataAddress = /^data:image\/[a-z+.-]+;base64,/i;

const withPictures = (html: string, files: Files, reading: Reading): string => {
  const changed = html.replaceAll(imageTag, (tag) => {
    const source = valueOf(sourceIn, tag);
    if (dataAddress.test(source))
      return tagOf(
        tag,
        { name: 'picture', content: source.slice(source.indexOf(',') + 1) },
        reading,
      );
    if (!source.startsWith(ofMoodle)) return tag;
    const path = pathOf(source);
    const file = files.get(path);
    if (file) {
      file.isUsed = true;
      return tagOf(tag, file, reading);
    }
    reading.notes.push(`The picture “${path.slice(1)}” is left out: it is not in the file`);
    return '';
  });
  for (const { name, isUsed } of files.values())
    if (!isUsed)
      reading.notes.push(`The file “${name}” is left out: it is not a picture of the text`);
  return changed;
};

const valueOf = (attribute: RegExp, tag: string) => {
  const [, ...quoted] = attribute.exec(tag) ?? [];
  return (quoted.find((one) => one !== undefined) ?? '').trim();
};

/** Returns "/map 1.png" for "@@PLUGINFILE@@/map%201.png?time=1". */
const pathOf = (source: string) => {
  const [path = ''] = source.slice(ofMoodle.length).split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The picture tag with its placeholder address; its file name replaces a missing alt text. */
const tagOf = (
  tag: string,
  { name, content }: { name: string; content: string },
  reading: Reading,
) => {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0) {
    reading.notes.push(`The picture “${name}” is left out: its file is empty`);
    return '';
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { ofFile, pictures, isOurs, notes } = reading;
  const picture = ofFile.get(digest) ?? {
    address: addressOf(ofFile.size + 1),
    name,
    digest,
    bytes: new Uint8Array(bytes),
  };
  ofFile.set(digest, picture);
  pictures.add(picture);
  const placed = tag.replace(sourceIn, () => ` src="${picture.address}"`);
  if (isOurs || valueOf(alternativeIn, tag) !== '') return placed;
  notes.push(`The picture “${name}” has no alternative text: please write one after the import`);
  const words = escaped(name.replace(/\.[a-z]{3,4}$/i, '')).replaceAll('"', '&quot;');
  return `<img alt="${words}"${placed.slice('<img'.length)}`;
};

const addressOf = (number: number) =>
  `${imagePath}00000000-0000-0000-0000-${String(number).padStart(12, '0')}.png`;
