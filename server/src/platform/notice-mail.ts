type Notice = {
  subject: string;
  /** The name in the greeting; '' without one. */
  name: string;
  /** Paragraphs of plain text. */
  lines: readonly string[];
  button?: { words: string; link: string };
};

/** Renders an e-mail of the product to one of its users, as HTML and text; every part is escaped. */
export const renderNotice = ({ subject, name, lines, button }: Notice) => {
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const paragraphs = [greeting, ...lines].map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#ffffff">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans SC',sans-serif;color:#191a21">
${paragraphs}${button ? buttonHtml(button) : ''}
</div></body></html>`;
  const link = button ? `\n\n${button.words}: ${button.link}` : '';
  return { subject, html, text: `${greeting}\n\n${lines.join('\n\n')}${link}\n` };
};

const buttonHtml = ({ words, link }: { words: string; link: string }) => `
<p style="margin:20px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#4450d4;color:#ffffff;font-weight:600;text-decoration:none">${escaped(words)}</a></p>`;

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** An instant as text in e-mails: "Fri, 27 Nov 2026, 14:02 (Asia/Singapore)". */
export const momentInMail = (at: Date, timeZone: string): string => {
  const words = new Intl.DateTimeFormat('en-SG', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return `${words} (${timeZone})`;
};
