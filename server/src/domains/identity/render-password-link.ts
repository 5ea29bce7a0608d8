import type { LinkKind } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { renderNotice } from '../../platform/notice-mail.ts';
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
  return renderNotice({ subject, name: account.name, lines, button: { words: button, link } });
};
