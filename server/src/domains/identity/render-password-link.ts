import type { LinkKind } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { publicAddress, type Settings } from '../../platform/settings.ts';

type Due = {
  kind: LinkKind;
  expiresAt: Date;
  invitedBy: string | null;
  account: { name: string };
};

/**
 * Renders the e-mail with a link. The link's address comes from the settings, never from a request, and the token is
 * after #, so that it is in no log of a server or proxy.
 */
export const renderPasswordLink = (
  { kind, expiresAt, invitedBy, account }: Due,
  token: string,
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'productName' | 'businessTimeZone'>,
) => {
  const { productName: product, businessTimeZone } = settings;
  const link = `${new URL('/password', publicAddress(settings)).href}#${token}`;
  const until = new Intl.DateTimeFormat('en-SG', {
    timeZone: businessTimeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(expiresAt);
  const once = `The link works once, until ${until} (${businessTimeZone}).`;
  const { subject, lines, button } =
    kind === 'invitation'
      ? {
          subject: `Your ${product} account`,
          lines: [
            `${invitedBy || 'Your company'} invited you to ${product}. Choose a password to sign in.`,
            once,
          ],
          button: 'Choose a password',
        }
      : {
          subject: `New password for ${product}`,
          lines: [
            `You asked for a new password for ${product}.`,
            `${once} If you did not ask for it, ignore this e-mail: your password stays as it is.`,
          ],
          button: 'Set a new password',
        };
  const greeting = account.name ? `Hello ${account.name},` : 'Hello,';
  const paragraphs = [greeting, ...lines].map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#ffffff">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans SC',sans-serif;color:#191a21">
${paragraphs}
<p style="margin:20px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#4450d4;color:#ffffff;font-weight:600;text-decoration:none">${button}</a></p>
</div></body></html>`;
  return { subject, html, text: `${greeting}\n\n${lines.join('\n\n')}\n\n${button}: ${link}\n` };
};

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
