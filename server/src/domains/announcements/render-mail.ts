import sanitizeHtml from 'sanitize-html';
import { withFormulasInWords } from 'staffroom-contract/shared/formulas.ts';
import { imagePath, richTextTags, withPowersInWords } from 'staffroom-contract/shared/rich-text.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Message } from './delivery.queries.ts';

/** Renders an e-mail for mail clients: HTML with inline styles, and plain text. */
export const renderMail = (
  { announcement, lesson }: Message,
  { publicUrl, productName }: Pick<Settings, 'publicUrl' | 'productName'>,
) => {
  const { subject, content, ctaText, ctaLink } = announcement;
  const about = `${lesson.className}, T${lesson.term} L${lesson.index}. You get this because your child is in this lesson.`;
  const button =
    ctaText === null || ctaLink === null
      ? ''
      : `<p style="margin:20px 0"><a href="${escaped(ctaLink)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#4450d4;color:#ffffff;font-weight:600;text-decoration:none">${escaped(ctaText)}</a></p>`;
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#ffffff">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans SC',sans-serif;color:#191a21">
${forMailboxes(content, publicUrl)}
${button}
<p style="margin:28px 0 0;padding-top:12px;border-top:1px solid #e6e6ec;font-size:13px;color:#656878">${escaped(productName)} · ${escaped(about)}</p>
</div></body></html>`;
  const buttonText = ctaText === null ? '' : `${ctaText}: ${ctaLink}\n\n`;
  return { subject, html, text: `${plainTextOf(content)}\n\n${buttonText}-- \n${about}\n` };
};

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Replaces what mail clients do not show: pictures get an absolute address or alt text, videos and formulas text. */
const forMailboxes = (content: string, publicUrl: string | undefined) =>
  sanitizeHtml(withFormulasInWords(content), {
    allowedTags: [...richTextTags],
    allowedAttributes: false,
    transformTags: {
      img: (_tag, { src = '', alt = '' }): sanitizeHtml.Tag => {
        const isOurs = src.startsWith(imagePath);
        if (isOurs && publicUrl === undefined) return { tagName: 'em', attribs: {}, text: alt };
        const address = isOurs ? new URL(src, publicUrl).href : src;
        return { tagName: 'img', attribs: { src: address, alt, style: 'max-width:100%' } };
      },
      iframe: (_tag, { src = '', title = '' }) => ({
        tagName: 'a',
        attribs: { href: src },
        text: title || src,
      }),
      table: () => ({ tagName: 'table', attribs: { style: 'border-collapse:collapse' } }),
      th: inMailbox,
      td: inMailbox,
    },
  });

/** Adds the borders of a table cell, which mail clients do not draw by default. */
const inMailbox = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => ({
  tagName,
  attribs: { ...attribs, style: 'border:1px solid #999;padding:4px 8px;text-align:left' },
});

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Returns the plain text of formatted text, with its lines and the addresses of its links. */
const plainTextOf = (content: string): string =>
  sanitizeHtml(
    withPowersInWords(withFormulasInWords(content))
      // Each table row becomes a line.
      .replaceAll('</p></td>', ' \t')
      .replaceAll('</p></th>', ' \t')
      .replaceAll('</tr>', '\n')
      .replaceAll('</table>', '\n')
      .replaceAll(/<li>/g, '- ')
      .replaceAll(/<\/p>/g, '</p>\n\n')
      .replaceAll(/<br>|<\/li>/g, '\n')
      .replaceAll(/<img [^<>]*>/g, (tag) => attributeOf(tag, / alt="([^"]*)"/))
      .split('</a>')
      .map((piece, index, all) => (index < all.length - 1 ? withAddress(piece) : piece))
      .join(''),
    { allowedTags: [], allowedAttributes: {} },
  )
    .replaceAll('\u00a0', ' ')
    .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const attributeOf = (tag: string, pattern: RegExp) => pattern.exec(tag)?.[1] ?? '';

/** Appends the address of a link to its text; `piece` ends where the link ends. */
const withAddress = (piece: string) => {
  const start = piece.lastIndexOf('<a ');
  const [tag = ''] = /^<a [^<>]*>/.exec(piece.slice(Math.max(start, 0))) ?? [];
  const [link, words] = [attributeOf(tag, / href="([^"]*)"/), piece.slice(start + tag.length)];
  if (link === '' || words === link) return piece;
  return `${piece} (${link})`;
};
