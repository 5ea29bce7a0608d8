import type { LeadSource } from './data/lead-sources.ts';
import names from './data/names.json' with { type: 'json' };
import { landingPages, otherChannels } from './data/person-texts.ts';
import type { PersonName } from './names.ts';
import type { Random } from './random.ts';

export type EdgeCase = Partial<PersonName> & { level?: string };
const local = { community: 'Chinese', language: 'English', phoneCode: '65' } as const;

/** Names that lists and searches should meet, whatever chance brings. */
export const edgeCases: readonly EdgeCase[] = [
  {
    ...local,
    name: 'Tan Jun Wei',
    slug: 'junwei.tan',
    gender: 'm',
    level: 'primary-6',
    parent: { salute: 'Mrs', name: 'Chan Mei Fong' },
  },
  {
    ...local,
    name: 'Lim Hui Min',
    slug: 'huimin.lim',
    gender: 'f',
    level: 'primary-5',
    parent: { salute: 'Ms', name: 'Phua Bee Hoon' },
  },
  {
    ...local,
    name: 'Ryan O Jun Wei',
    slug: 'ryan.o',
    gender: 'm',
    parent: { salute: 'Mr', name: 'O Kian Meng' },
  },
  {
    ...local,
    community: 'Eurasian',
    name: "Annabelle D'Souza-O'Brien",
    slug: 'annabelle.dsouzaobrien',
    gender: 'f',
    parent: { salute: 'Mr', name: "Terence D'Souza-O'Brien" },
  },
  {
    ...local,
    community: 'Malay',
    name: 'Nur Aisyah Batrisyia Qistina Binte Muhammad Khairul Anwar',
    slug: 'qistina.anwar',
    gender: 'f',
    parent: { salute: 'Mr', name: 'Muhammad Khairul Anwar Bin Osman' },
  },
];

export const levelAge = (level: string): number => {
  const year = Number(level.slice(-1));
  if (level.startsWith('primary')) return 6 + year;
  return (level.startsWith('junior') || level.startsWith('international') ? 16 : 12) + year;
};

/** Many pupils abroad come for the class of their own country. */
const abroad: Record<string, string> = { '1': 'primary-5', '62': 'primary-6', '86': 'primary-5' };

export const levelOf = (
  { phoneCode }: PersonName,
  random: Random,
  levels: readonly (readonly [string, number])[],
) => {
  const level = abroad[phoneCode];
  return level !== undefined && random.chance(0.6) ? level : random.weighted(levels);
};

/** The year as a student's record offers it: programmes of classes are not among its choices. */
export const recordedLevel = (level: string): string => {
  const [, programme, year] = /^(integrated|international).*-(\d)$/.exec(level) ?? [];
  if (programme === undefined) return level;
  if (programme === 'international') return `junior-college-${year}`;
  return Number(year) > 4 ? `junior-college-${Number(year) - 4}` : `secondary-${year}`;
};

export const schoolFor = (level: string, random: Random): string => {
  const type = level.startsWith('primary')
    ? 'primary'
    : level.startsWith('junior') || level.startsWith('international')
      ? 'junior-college'
      : 'secondary';
  return random.pick(names.schools.filter((school) => school.type === type)).name;
};

/** How the parents want to be reached: exactly one way, or none said yet (part 1 §4). */
export const contactPreference = (
  person: PersonName,
  slug: string,
  { random, facts }: { random: Random; facts: Random },
) => {
  const wechat = person.phoneCode === '86' || (person.language === 'Chinese' && random.chance(0.4));
  if (wechat) return { wechat: true, wechat_id: `wx_${slug.replace('.', '_')}` };
  if (random.chance(0.04)) return { other: facts.pick(otherChannels) };
  return facts.chance(0.05) ? {} : { whatsapp: true };
};

/** The parameters of the advertisement link of a family. */
export const leadMeta = (
  leadSource: LeadSource,
  campaign: string | null,
  { random, facts }: { random: Random; facts: Random },
) =>
  campaign === null
    ? {}
    : {
        ad: `${campaign}-${random.whole(1, 4)}`,
        landing_page: facts.pick(landingPages[leadSource] ?? ['/']),
      };

/** A day of the year, MM-DD. */
export const birthday = (random: Random) =>
  `${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
