import { cleanText, isEmail } from '../../shared/text.ts';
import { defaultCountryCode } from '../../shared/phone.ts';
import type { RosterGroup } from '../lessons/rosters.rules.ts';
import { smsPreset, countSms } from './sms.rules.ts';

/** Ways to send an announcement. */
export const announcementMethods = ['email', 'sms'] as const;
export type AnnouncementMethod = (typeof announcementMethods)[number];

/** The groups as the confirm dialog names them (part 1 §2, Announcement composer). */
export const groupLabels: Record<RosterGroup, string> = {
  student: 'Students',
  trial_student: 'Trial Students',
  video_student: 'Video Only',
};

/** State of a message to one address; `failed` is final, and a person has to settle `unknown`. */
export const deliveryStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

type Contact = {
  email: string;
  phone_country_code: string;
  phone: string;
  parent_email: string | null;
  parent_phone_country_code: string | null;
  parent_phone: string | null;
};

export type Address =
  | { address: string; of: 'student' | 'parent' }
  /** No usable address: both are empty (missing), or what is recorded is not valid (invalid). */
  | { address: null; why: 'missing' | 'invalid' };

/** Address of a student: their own, else their parent's (decisions: Announcements). */
export const addressOf = (person: Contact, method: AnnouncementMethod): Address => {
  const own = addressAt(person, method, 'student');
  if (own !== null) return { address: own, of: 'student' };
  const parents = addressAt(person, method, 'parent');
  if (parents !== null) return { address: parents, of: 'parent' };
  const isEmpty = Object.values(writtenOf(person, method)).every((text) => text === '');
  return { address: null, why: isEmpty ? 'missing' : 'invalid' };
};

/** Choices of addresses for an announcement (decisions: Announcements). */
export const addressChoices = ['student_else_parent', 'student', 'parent', 'both'] as const;
export type AddressChoice = (typeof addressChoices)[number];

/** Labels of the choices in the composer and in lists. */
export const addressChoiceLabels: Record<AddressChoice, string> = {
  student_else_parent: 'Student, else parent',
  student: 'Students',
  parent: 'Parents',
  both: 'Both',
};

/** A message to an address of a student, or a chosen address that is missing; `of` is null if both are missing. */
export type MessageTarget =
  | { address: string; of: 'student' | 'parent' }
  | { address: null; of: 'student' | 'parent' | null; why: 'missing' | 'invalid' };

/** Returns the messages under a choice, and each missing address with the reason. Equal addresses get one message. */
export const messageTargets = (
  person: Contact,
  method: AnnouncementMethod,
  choice: AddressChoice,
): MessageTarget[] => {
  if (choice === 'student_else_parent') {
    const found = addressOf(person, method);
    return [found.address === null ? { ...found, of: null } : found];
  }
  if (choice !== 'both') return [targetAt(person, method, choice)];
  const [own, parents] = [targetAt(person, method, 'student'), targetAt(person, method, 'parent')];
  if (own.address === null && parents.address === null) {
    const isEmpty = own.why === 'missing' && parents.why === 'missing';
    return [{ address: null, of: null, why: isEmpty ? 'missing' : 'invalid' }];
  }
  return isSameAddress(own.address, parents.address) ? [own] : [own, parents];
};

const targetAt = (
  person: Contact,
  method: AnnouncementMethod,
  of: 'student' | 'parent',
): MessageTarget => {
  const address = addressAt(person, method, of);
  if (address !== null) return { address, of };
  return { address, of, why: writtenOf(person, method)[of] === '' ? 'missing' : 'invalid' };
};

/** Returns true if both addresses are the same mailbox or phone, ignoring letter case. */
export const isSameAddress = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase();

/** How many messages go to addresses of exactly these groups. */
export type MessageShare = { groups: readonly RosterGroup[]; count: number };

/** Returns how many messages go to the chosen groups: an address that two of them share gets one. */
export const countMessages = (
  shares: readonly MessageShare[],
  chosen: readonly RosterGroup[],
): number =>
  shares
    .filter(({ groups }) => groups.some((group) => chosen.includes(group)))
    .reduce((sum, { count }) => sum + count, 0);

/** A message can be sent again within this many minutes only when that is confirmed. */
export const repeatMinutes = 10;

/** The student's own address or the parent's; null if it is missing or invalid. */
export const addressAt = (
  person: Contact,
  method: AnnouncementMethod,
  of: 'student' | 'parent',
): string | null => {
  const address = writtenOf(person, method)[of];
  return (method === 'email' ? isEmail : isPhone)(address) ? address : null;
};

/** The recorded addresses, valid or not; '' for a missing one. */
const writtenOf = (person: Contact, method: AnnouncementMethod) =>
  method === 'email'
    ? { student: person.email, parent: person.parent_email ?? '' }
    : {
        student: phoneOf(person.phone_country_code, person.phone),
        parent: phoneOf(person.parent_phone_country_code, person.parent_phone),
      };

/** `+6591234567`; '' without a number. */
const phoneOf = (countryCode: string | null, number: string | null): string =>
  number ? `+${countryCode || defaultCountryCode}${number}` : '';

/** Phone number in E.164. */
const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text);

/** Returns true for an http or https URL. */
export const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/\\]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);

export const missingSubject = 'Please enter a subject';
export const missingContent = 'Please write something';
const missingCtaText = 'Please enter the text of the button, or leave out its link';
const missingCtaLink = 'Please enter the link of the button, or leave out its text';
const wrongCtaLink = 'The link must be a web address that begins with http:// or https://';

/** Problems of an e-mail's button, by field: it needs both a text and a link, or neither. */
export const ctaProblems = (cta: {
  text: string;
  link: string;
}): { text?: string; link?: string } => {
  const [text, link] = [cleanText(cta.text), cleanText(cta.link)];
  if (text === '' && link === '') return {};
  if (text === '') return { text: missingCtaText };
  if (link === '') return { link: missingCtaLink };
  return isWebLink(link) ? {} : { link: wrongCtaLink };
};

/** Problem of a text message while it is typed; undefined when it fits, also when it is empty. */
export const smsProblem = (text: string): string | undefined => {
  const { left } = countSms(text.trim());
  return left < 0 ? `At most ${smsPreset} characters: ${-left} too many` : undefined;
};
