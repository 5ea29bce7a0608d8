import { deviceWords } from 'staffroom-contract/domains/identity/browsers.rules.ts';
import { momentInMail, renderNotice } from '../../platform/notice-mail.ts';
import type { Settings } from '../../platform/settings.ts';

/** The changes of a sign-in that its owner is notified of. */
export const securityChanges = [
  'second_factor_on',
  'second_factor_replaced',
  'second_factor_off',
  'second_factor_reset',
  'password_changed',
  'password_reset',
  'passkey_added',
  'passkey_removed',
  'provider_linked',
  'provider_unlinked',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** Each change, as the subject and the first sentence. */
const words: Record<SecurityChange, string> = {
  second_factor_on: 'Two-factor was turned on',
  second_factor_replaced: 'The authenticator app was changed',
  second_factor_off: 'Two-factor was turned off',
  second_factor_reset: 'Two-factor was reset',
  password_changed: 'The password was changed',
  password_reset: 'A new password was set by a link in an e-mail',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  provider_linked: 'A company account was linked',
  provider_unlinked: 'A company account was unlinked',
};

type Due = {
  change: SecurityChange;
  name: string;
  at: Date;
  /** The colleague who did it; absent if the owner did. */
  by?: string | undefined;
  /** Where the owner did it. */
  from?: { address: string; userAgent: string } | undefined;
};

/** Renders the notice of a change. It has no link, so that people do not learn to follow links in such e-mails. */
export const renderSecurityNotice = (
  { change, name, at, by, from }: Due,
  {
    productName: product,
    businessTimeZone: zone,
  }: Pick<Settings, 'productName' | 'businessTimeZone'>,
) => {
  const place = from && [deviceWords(from.userAgent), from.address].filter(Boolean).join(', ');
  const who = by === undefined ? '' : ` by ${by || 'an Admin'}`;
  return renderNotice({
    subject: `${words[change]}: ${product}`,
    name,
    lines: [
      `${words[change]} for your ${product} account${who}.`,
      `Time: ${momentInMail(at, zone)}`,
      ...(place ? [`From: ${place}`] : []),
      by === undefined
        ? `If this was you, there is nothing to do. If not, open ${product}, choose "Forgot password?" on the sign-in page, and tell an Admin.`
        : 'If you did not ask for this, tell an Admin.',
    ],
  });
};
