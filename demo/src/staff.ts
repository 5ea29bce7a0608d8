import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import names from './data/names.json' with { type: 'json' };
import { descriptions } from './data/person-texts.ts';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { phoneIn } from './phones.ts';
import { createIds, createRandom, type Random } from './random.ts';

export type Staff = { id: string; name: string; subjects: readonly string[]; enabled: boolean };

type StaffType =
  'Tutor' | 'TA' | 'Agent' | 'Partner' | 'Admin' | 'SalesAdmin' | 'CustService' | 'Typist';

/** Tutors and TAs are recommended by a link of their own. */
export const teaches = (type: UserType) => type === 'Tutor' || type === 'TA';

/** Colleagues without a password: they appear in histories and rosters and cannot sign in. */
const colleagues: readonly [StaffType, string][] = [
  ['Admin', 'Joseph Lim'],
  ['Admin', 'Farah Aziz'],
  ['SalesAdmin', 'Melvin Seah'],
  ['CustService', 'Grace Pillai'],
  ['Typist', 'Lim Ai Hua'],
];

/** A partner programme's second account, and a former colleague. */
const laterColleagues: readonly [StaffType, string][] = [
  ['Partner', 'Vincent Ho'],
  ['CustService', 'Doreen Neo'],
];

/** Settings of accounts beyond their roles, made by an Admin (decisions: Roles). */
const accountSettings: Readonly<Record<string, Row>> = {
  'Yvonne Chia': { acts_as: 'Partner', lead_source_scope: 'SGHM' },
  'Hakim Salleh': { extra_routes: ['/tickets/trial'] },
  'Serene Ong': { sees_order_id: true },
  'Vincent Ho': { lead_source_scope: 'SGHM' },
  'Doreen Neo': { enabled: false },
};
const noSettings = {
  acts_as: null,
  extra_routes: [],
  sees_order_id: false,
  lead_source_scope: null,
};

const assistants = [
  'Rachel Tan',
  'Ong Wei Sheng',
  'Nurin Binte Khalid',
  'Kenneth Yap',
  'Divya Raj',
  'Sim Yee Ling',
  'Haikal Bin Rosman',
  'Bernice Chia',
  'Low Jia Wen',
  'Marcus De Souza',
  'Ho Zi Xin',
  'Arvind S/O Kumar',
] as const;

const addressOf = (name: string, used: Set<string>) => {
  const words = name
    .replace(/ (Bin|Binte|S\/O|D\/O) /, ' ')
    .split(' ')
    .map((word) => word.toLowerCase().replace(/[^a-z]/g, ''))
    .filter((word) => word !== '');
  const base = words.length > 0 ? words.join('.') : 'tutor';
  let address = `${base}@example.net`;
  for (let number = 2; used.has(address); number += 1) address = `${base}${number}@example.net`;
  used.add(address);
  return address;
};

/** Tutors, TAs, agents and a few colleagues; each with its row for `users`. */
export const createStaff = (everyone: Random, today: number) => {
  const used = new Set<string>();
  const rows: Row[] = [];

  const add = (
    type: StaffType,
    name: string,
    more: {
      subjects?: string[];
      years?: number;
      record?: string[];
      description?: string;
      enabled?: boolean;
    } = {},
    random = everyone,
  ): Staff => {
    const created = today - days(random.whole(200, 880)) + random.whole(0, 30_000_000);
    const { subjects = [], years = null, record = [], description = '', enabled = true } = more;
    const id = createIds(random)(created);
    rows.push({
      id,
      type,
      email: addressOf(name, used),
      name,
      phone_country_code: '65',
      phone: phoneIn('65', random),
      email_verified: true,
      phone_verified: random.chance(0.8),
      enabled,
      subjects,
      years_of_experience: years,
      track_record: record,
      description,
      profile_pic: null,
      referral_code: teaches(type) ? id.slice(-12) : null,
      ...noSettings,
      ...accountSettings[name],
      created: iso(created),
      updated: iso(created),
    });
    return { id, name, subjects, enabled };
  };

  const tutors = names.tutors.map((tutor, number) =>
    add('Tutor', tutor.name, {
      description: descriptionOf(tutor.name, number),
      subjects: tutor.subject,
      years: tutor.year_of_exp,
      record: [...new Set(tutor.track_record)],
    }),
  );
  const agents = names.agents.map((agent) => add('Agent', agent.name, { enabled: agent.enabled }));
  const staff = {
    tutors,
    agents,
    assistants: assistants.map((name) => add('TA', name)),
    admins: colleagues.filter(([type]) => type === 'Admin').map(([t, name]) => add(t, name)),
    others: colleagues.filter(([type]) => type !== 'Admin').map(([t, name]) => add(t, name)),
    rows,
  };
  const later = createRandom(rows.length);
  for (const [type, name] of laterColleagues) add(type, name, {}, later);
  return staff;
};

/** The profile of a tutor on the company's pages. */
export const descriptionOf = (name: string, number: number) =>
  (descriptions[number % descriptions.length] ?? '').replace('{name}', name);
