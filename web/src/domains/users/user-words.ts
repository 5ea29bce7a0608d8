import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import {
  genders,
  type ContactPreference,
  type User,
} from 'staffroom-contract/domains/users/user.schema.ts';

/** Labels of the genders. */
export const genderWords = { f: 'Female', m: 'Male' } as const;

/** The genders as options of a form. */
export const genderOptions = genders.map((value) => ({ value, label: genderWords[value] }));

/** A parent's preferred channel: "Wechat (kianmeng_c)"; '' if unknown. */
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

/** "FB · cpc · mar-sec3-amaths": source, medium and campaign; unknown parts are left out. */
export const leadSourceWords = ({ source, medium, campaign }: LeadSource): string =>
  [source, medium, campaign].filter(Boolean).join(' · ');

/** Other data of a lead source as name and text. */
export const leadMetaOf = ({ meta }: LeadSource): { name: string; text: string }[] =>
  Object.entries(meta).map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));

/** "+5", "−4"; a BLOCK has no sign, as it does not count (decisions: Users and credit). */
export const quantityWords = ({ action, qty }: { action: string; qty: number }): string => {
  if (action === 'ADD') return `+${qty}`;
  return action === 'REDEEM' ? `−${qty}` : String(qty);
};

const shortNames: [RegExp, string][] = [
  [/^primary-/, 'P'],
  [/^secondary-/, 'Sec '],
  [/^junior-college-/, 'JC '],
  [/^integrated-programme-/, 'IP '],
  [/^international-baccalaureate-diploma-programme-/, 'IB '],
];

/** A class's level in a tag: "P6", "Sec 3", "IP 3"; the whole word if it has no short one. */
export const shortLevel = (level: string): string => {
  const [pattern, short] = shortNames.find(([name]) => name.test(level)) ?? [];
  return pattern && short ? level.replace(pattern, short) : formatLevel(level);
};
