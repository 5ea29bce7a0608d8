import type { ContactPreference, User } from '@staffroom/contract/domains/users/user.schema.ts';

/** How a parent wants to be reached: "Wechat (kianmeng_c)"; '' while nobody said. */
export const contactWords = (preference: ContactPreference): string => {
  if (preference.whatsapp) return 'Whatsapp';
  if (preference.wechat)
    return preference.wechat_id ? `Wechat (${preference.wechat_id})` : 'Wechat';
  return preference.other ? `Other (${preference.other})` : '';
};

/** "Mr Chua Kian Meng". */
export const parentWords = ({
  salute,
  name,
}: Pick<NonNullable<User['parent']>, 'salute' | 'name'>) =>
  [salute, name].filter(Boolean).join(' ');

type LeadSource = NonNullable<User['lead_source']>;

/** "FB · cpc · mar-sec3-amaths": source, medium and campaign, as far as known. */
export const leadSourceWords = ({ source, medium, campaign }: LeadSource): string =>
  [source, medium, campaign].filter(Boolean).join(' · ');

/** What else is known of a lead source, as name and text. */
export const leadMetaOf = ({ meta }: LeadSource): { name: string; text: string }[] =>
  Object.entries(meta).map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));

/** "+5", "−4"; a BLOCK is shown but not summed, so it has no sign (decisions: Users and credit). */
export const quantityWords = ({ action, qty }: { action: string; qty: number }): string => {
  if (action === 'ADD') return `+${qty}`;
  return action === 'REDEEM' ? `−${qty}` : String(qty);
};
