import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { salutes, type ContactPreference } from 'staffroom-contract/domains/users/user.schema.ts';
import { birthdayProblem } from 'staffroom-contract/domains/users/users.rules.ts';
import { startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { levelWords, otherLevel, studentLevels } from 'staffroom-contract/shared/levels.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import { choice, day, email, flag, isDay, phone, richText, text } from '../../kit/form/field.ts';
import { personFields } from './person.form.ts';
import { contactWords, genderOptions } from './user-words.ts';
import { paramsOfUser, refreshedByUsers } from './users.api.ts';

/** A level code, 'others' with free text, or '' if unknown. */
export type Level = { level: string; other: string };

const isListed = (level: string) => (studentLevels as readonly string[]).includes(level);
const levelOf = ({ level, other }: Level) => (level === otherLevel ? cleanText(other) : level);

/** One way to reach a parent, or '' if unknown (part 1 §4, Contact preference). */
export type Contact = {
  way: '' | 'whatsapp' | 'wechat' | 'other';
  wechatId: string;
  channel: string;
};

/** Exactly one of the three preferences, or null. */
const preferenceOf = ({ way, wechatId, channel }: Contact) => {
  if (way === 'whatsapp') return { whatsapp: true };
  if (way === 'wechat') return { wechat: true, wechat_id: cleanText(wechatId) };
  return way === 'other' ? { other: cleanText(channel) } : null;
};

const missingOfContact = ({ way, wechatId, channel }: Contact) => {
  if (way === 'wechat' && cleanText(wechatId) === '') return ['Wechat id'];
  return way === 'other' && cleanText(channel) === '' ? ['channel'] : [];
};

/** Form of a student's record (part 1 §2, User edit/create). */
export const studentForm = defineForm(
  {
    noun: 'user',
    update: updateUser,
    params: paramsOfUser,
    refreshes: refreshedByUsers,
    fields: {
      ...personFields,
      gender: choice(genderOptions, { label: 'Gender' }),
      date_of_birth: day({
        label: 'Date of birth',
        // Sent as the start of the day (part 1 §5, User save).
        write: (birthday, { zone }) => startOfBusinessDay(birthday, zone).toString(),
      }),
      first_language: text({ label: 'First language' }),
      school: text({ label: 'School' }),
      level: field<Level>({
        label: 'Level',
        initial: { level: '', other: '' },
        read: (record, [at = '']) => {
          const level = (valueAt(record, at) as string | undefined) ?? '';
          return level === '' || isListed(level)
            ? { level, other: '' }
            : { level: otherLevel, other: level };
        },
        write: (level, [at = '']) => ({ [at]: levelOf(level) }),
        isEmpty: (level) => levelOf(level) === '',
        missing: (level) =>
          level.level === otherLevel && levelOf(level) === '' ? ['other level'] : [],
        words: ({ level, other }) => levelWords(other || level),
      }),
      is_internal: flag({ label: 'Internal student' }),
      parent_salute: choice(salutes, { label: 'Parent salute', at: 'parent.salute' }),
      parent_name: text({ label: 'Parent name', at: 'parent.name' }),
      parent_email: email({ label: 'Parent e-mail', at: 'parent.email' }),
      parent_phone: phone({
        label: 'Parent phone',
        codeLabel: 'Parent country code',
        at: ['parent.phone_country_code', 'parent.phone'],
      }),
      contact: field<Contact>({
        label: 'Contact preference',
        at: 'parent.contact_preference',
        initial: { way: '', wechatId: '', channel: '' },
        read: (record, [at = '']) => {
          const preference = (valueAt(record, at) as ContactPreference | undefined) ?? {};
          const { whatsapp, wechat, wechat_id: wechatId = '', other: channel = '' } = preference;
          const way = whatsapp ? 'whatsapp' : wechat ? 'wechat' : channel ? 'other' : '';
          return { way, wechatId, channel };
        },
        write: (contact, [at = '']) =>
          missingOfContact(contact).length > 0 ? {} : { [at]: preferenceOf(contact) },
        isEmpty: ({ way }) => way === '',
        missing: missingOfContact,
        words: (contact) => contactWords(preferenceOf(contact) ?? {}),
      }),
      background: richText({ label: 'Student background', at: 'meta.background' }),
    },
  },
  {
    check: ({ date_of_birth: birthday }, { today }) => {
      const problem = isDay(birthday) && birthdayProblem(birthday, today);
      return problem ? { date_of_birth: problem } : {};
    },
  },
);
