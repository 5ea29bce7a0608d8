import { classList } from './data/class-list.ts';
import { backgrounds } from './data/person-texts.ts';
import { sampleEmails } from './data/sample-emails.ts';
import { campaigns, leadSources, type LeadSource } from './data/lead-sources.ts';
import { dayOf, days, hours, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createNames, type PersonName } from './names.ts';
import { phoneIn } from './phones.ts';
import { createIds, createRandom, type Random } from './random.ts';
import {
  birthday,
  contactPreference,
  edgeCases,
  leadMeta,
  levelAge,
  levelOf,
  recordedLevel,
  schoolFor,
  type EdgeCase,
} from './student-facts.ts';

export type Student = {
  id: string;
  name: string;
  email: string;
  level: string;
  created: number;
  leadSource: LeadSource;
  /** Where the pupil lives, by the phone's country code. */
  phoneCode: string;
  hasSibling: boolean;
  /** Known from the sample order file: owns no lesson of its classes. */
  fromSampleFile: boolean;
};

type Family = { parentEmail: string | null; phone: string; person: PersonName };

/** Students of all communities with parents; one in eight has a sibling who shares the parent's e-mail and phone. */
export const createStudents = (random: Random, today: number, count: number) => {
  const levels = levelWeights();
  const newId = createIds(random);
  const source = createNames(random);
  const facts = createRandom(count);
  const emails = new Set<string>(sampleEmails);
  const students: Student[] = [];
  const rows: Row[] = [];

  const emailFor = (slug: string) => {
    let email = `${slug}@example.com`;
    for (let number = 2; emails.has(email); number += 1) email = `${slug}${number}@example.com`;
    emails.add(email);
    return email;
  };

  const add = (person: PersonName, family: Family, edge: EdgeCase) => {
    const created = joinedAt(random, today);
    const level = edge.level ?? levelOf(person, random, levels);
    const fromSampleFile =
      sampleEmails.has(`${person.slug}@example.com`) && edge.name !== undefined;
    const email = fromSampleFile ? `${person.slug}@example.com` : emailFor(person.slug);
    const leadSource = random.weighted(leadSources);
    const paid = campaigns[leadSource];
    const campaign = paid ? random.pick(paid.campaigns) : null;
    const referrer = leadSource === 'Referral' ? students[random.whole(0, students.length)] : null;
    const student: Student = {
      id: newId(created),
      name: person.name,
      email,
      level,
      created,
      leadSource,
      phoneCode: person.phoneCode,
      hasSibling: family.person !== person,
      fromSampleFile,
    };
    students.push(student);
    rows.push({
      id: student.id,
      type: 'Student',
      email,
      name: person.name,
      phone_country_code: person.phoneCode,
      phone: random.chance(0.6) ? family.phone : phoneIn(person.phoneCode, random),
      email_verified: random.chance(0.85),
      phone_verified: random.chance(0.7),
      is_internal: false,
      referral_code: `${person.slug
        .replace(/[^a-z]/g, '')
        .slice(0, 5)
        .toUpperCase()}${students.length.toString(36).toUpperCase().padStart(3, '0')}`,
      referred_by: referrer && referrer.created < created ? referrer.id : null,
      lead_source: leadSource,
      lead_medium: paid?.medium ?? null,
      lead_campaign: campaign,
      lead_meta: leadMeta(leadSource, campaign, { random, facts }),
      gender: person.gender,
      date_of_birth: `${dayOf(today).year - levelAge(level)}-${birthday(random)}`,
      level: recordedLevel(level),
      school: person.phoneCode === '65' ? schoolFor(level, random) : null,
      first_language: person.language,
      background: facts.chance(0.3) ? facts.pick(backgrounds) : '',
      parent_salute: person.parent.salute,
      parent_name: person.parent.name,
      parent_email: family.parentEmail,
      parent_phone_country_code: person.phoneCode,
      parent_phone: family.phone,
      contact_preference: contactPreference(person, person.slug, { random, facts }),
      created: iso(created),
      updated: iso(created),
    });
  };

  let elder: { person: PersonName; family: Family } | undefined;
  while (students.length < count) {
    const edge: EdgeCase = edgeCases[students.length] ?? {};
    const younger =
      elder && edge.name === undefined && random.chance(0.13)
        ? source.siblingOf(elder.person)
        : undefined;
    if (elder && younger) {
      add(younger, elder.family, {});
      elder = undefined;
      continue;
    }
    const person: PersonName = { ...source.next(), ...edge };
    const family = {
      person,
      phone: phoneIn(person.phoneCode, random),
      parentEmail: random.chance(0.94) ? parentEmail(person, students.length) : null,
    };
    add(person, family, edge);
    elder = edge.name === undefined ? { person, family } : undefined;
  }
  markElders(students, rows);
  return { students, rows };
};

/** A level draws as many pupils as its classes have seats. */
const levelWeights = () => {
  const weights = new Map<string, number>();
  for (const { levels, cap, recording, currency } of classList)
    for (const level of levels)
      if (!recording && !currency)
        weights.set(level, (weights.get(level) ?? 0) + cap / levels.length);
  return [...weights];
};

/** The elder of a pair comes directly before the younger. */
const markElders = (students: Student[], rows: readonly Row[]) => {
  for (const [index, student] of students.entries()) {
    const younger = rows[index + 1];
    const email = rows[index]?.['parent_email'];
    if (email && younger?.['parent_email'] === email) student.hasSibling = true;
  }
};

const parentEmail = (person: PersonName, number: number) => {
  const words = person.parent.name.toLowerCase().match(/[a-z]+/g) ?? [person.slug];
  return `${words.join('.')}${number}@example.org`;
};

/** Most joined in the last half year, the others over two years; always in waking hours. */
const joinedAt = (random: Random, today: number) => {
  const ago = random.chance(0.5) ? random.whole(2, 150) : random.whole(150, 720);
  return today - days(ago) + hours(random.whole(8, 22)) + random.whole(0, 3_599_000);
};
