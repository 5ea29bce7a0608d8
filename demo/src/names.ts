import { surnamePinyin } from './data/pinyin.ts';
import {
  chineseParts,
  familyNameParts,
  indianParts,
  mainlandParents,
  malayParts,
  type Community,
  type Gender,
} from './name-parts.ts';
import type { Random } from './random.ts';

type ParentName = { salute: string; name: string };
export type PersonName = {
  name: string;
  gender: Gender;
  community: Community;
  language: string;
  /** The address before the @, `given.family`. */
  slug: string;
  phoneCode: string;
  parent: ParentName;
  /** The part of the name that brothers and sisters share. */
  family: string;
};

/** About Singapore's population, plus pupils abroad. */
const communities: readonly (readonly [Community, number])[] = [
  ['Chinese', 88],
  ['Malay', 24],
  ['Indian', 20],
  ['Eurasian', 8],
  ['Overseas', 10],
];

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
const slugOf = (given: string, family: string) => `${plain(given)}.${plain(family)}`;

const chinese = (random: Random, gender: Gender, family?: string): PersonName => {
  const surname = family ?? random.pick(chineseParts.surnames)[0];
  const given = random.pick(chineseParts.given[gender]);
  const english = random.chance(0.5) ? random.pick(chineseParts.english[gender]) : undefined;
  const father = random.chance(0.45);
  const parent = father
    ? { salute: 'Mr', name: `${surname} ${random.pick(chineseParts.fathersGiven)}` }
    : {
        salute: random.pick(['Mrs', 'Ms']),
        name: `${random.pick(chineseParts.surnames)[0]} ${random.pick(chineseParts.mothersGiven)}`,
      };
  return {
    name: english ? `${english} ${surname} ${given}` : `${surname} ${given}`,
    gender,
    community: 'Chinese',
    language: random.chance(0.75) ? 'English' : 'Chinese',
    slug: slugOf(english ?? given, surname),
    phoneCode: '65',
    parent,
    family: surname,
  };
};

/** Pupils in China write their names in characters only. */
const mainland = (random: Random, gender: Gender, family?: string): PersonName => {
  const surname = family ?? random.pick(Object.keys(surnamePinyin));
  const given = random.pick(chineseParts.given[gender]);
  return {
    name: `${surname}${chineseParts.givenLocal.get(given) ?? ''}`,
    gender,
    community: 'Overseas',
    language: 'Chinese',
    slug: slugOf(given, surnamePinyin[surname] ?? ''),
    phoneCode: '86',
    parent: random.pick(mainlandParents),
    family: surname,
  };
};

const malay = (random: Random, gender: Gender, family?: string): PersonName => {
  const father = family ?? random.pick(malayParts.fathers);
  const given = random.pick(malayParts.given[gender]);
  return {
    name: `${given} ${gender === 'f' ? 'Binte' : 'Bin'} ${father}`,
    gender,
    community: 'Malay',
    language: random.chance(0.6) ? 'English' : 'Malay',
    slug: slugOf(given.split(' ').at(-1) ?? given, father),
    phoneCode: '65',
    parent: random.chance(0.5)
      ? { salute: 'Mr', name: `${father} Bin ${random.pick(malayParts.grandfathers)}` }
      : { salute: 'Mrs', name: random.pick(malayParts.mothers) },
    family: father,
  };
};

const indian = (random: Random, gender: Gender, family?: string): PersonName => {
  const named = family ?? random.pick([...indianParts.families, ...indianParts.fathers]);
  const given = random.pick(indianParts.given[gender]);
  const isFather = indianParts.fathers.includes(named);
  const parent = random.pick(indianParts.parents);
  return {
    name: isFather ? `${given} ${gender === 'f' ? 'D/O' : 'S/O'} ${named}` : `${given} ${named}`,
    gender,
    community: 'Indian',
    language: random.chance(0.7) ? 'English' : 'Tamil',
    slug: slugOf(given, named),
    phoneCode: '65',
    parent: isFather
      ? { salute: 'Mr', name: named }
      : { salute: parent.salute, name: `${parent.first} ${named}` },
    family: named,
  };
};

const western =
  (kind: keyof typeof familyNameParts, community: Community) =>
  (random: Random, gender: Gender, family?: string): PersonName => {
    const parts = familyNameParts[kind];
    const named = family ?? random.pick(parts.families);
    const given = random.pick(parts.given[gender]);
    const parent = random.pick(parts.parents);
    return {
      name: `${given} ${named}`,
      gender,
      community,
      language: parts.language,
      slug: slugOf(given, named),
      phoneCode: parts.code,
      parent: { salute: parent.salute, name: `${parent.first} ${named}` },
      family: named,
    };
  };

const eurasian = western('eurasian', 'Eurasian');
const overseas = [
  mainland,
  mainland,
  western('american', 'Overseas'),
  western('indonesian', 'Overseas'),
  western('indonesian', 'Overseas'),
];
const makers = { Chinese: [chinese], Malay: [malay], Indian: [indian], Eurasian: [eurasian] };

/** Names that differ from one another, in the mix of the communities; siblings on request. */
export const createNames = (random: Random) => {
  const used = new Set<string>();
  const firstNew = (make: () => PersonName): PersonName => {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const person = make();
      if (used.has(person.name)) continue;
      used.add(person.name);
      return person;
    }
    return firstNew(() => chinese(random, random.pick(['f', 'm'])));
  };
  const maker = () => {
    const community = random.weighted(communities);
    return random.pick(community === 'Overseas' ? overseas : makers[community]);
  };
  return {
    next: () => {
      const make = maker();
      return firstNew(() => make(random, random.pick(['f', 'm'])));
    },
    /** A brother or sister with the same family name and parent; none for families abroad. */
    siblingOf: (person: PersonName): PersonName | undefined => {
      if (person.community === 'Overseas') return undefined;
      const [make] = makers[person.community];
      if (make === undefined) return undefined;
      const sibling = firstNew(() => make(random, random.pick(['f', 'm']), person.family));
      return { ...sibling, parent: person.parent };
    },
  };
};
