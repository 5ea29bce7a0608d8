import names from './data/names.json' with { type: 'json' };

export type Gender = 'f' | 'm';
export type Community = 'Chinese' | 'Malay' | 'Indian' | 'Eurasian' | 'Overseas';
type Person = (typeof names.students)[number];

const genderOf = (person: { gender: string }): Gender => (person.gender === 'f' ? 'f' : 'm');
const unique = <T>(items: readonly T[]) => [...new Set(items)];
const of = (community: Community) =>
  names.students.filter((person) => person.community === community);

/** Splits "Lucas Lee Jun Kai" or "Lee Jun Kai": the family name comes before the two given ones. */
const splitChinese = (person: Person) => {
  const words = person.name.split(' ');
  const [surname = '', first = '', second = ''] = words.slice(-3);
  const local = person.name_local ?? '';
  return {
    gender: genderOf(person),
    english: words.length > 3 ? words[0] : undefined,
    surname,
    surnameLocal: local.slice(0, 1),
    given: `${first} ${second}`,
    givenLocal: local.slice(1),
  };
};

const chinese = of('Chinese').map(splitChinese);
const byGender = <T extends { gender: Gender }, V>(people: readonly T[], value: (one: T) => V) => ({
  f: unique(people.filter((one) => one.gender === 'f').map(value)),
  m: unique(people.filter((one) => one.gender === 'm').map(value)),
});

const surnames = new Map(chinese.map((one) => [one.surname, one.surnameLocal]));
const givenLocal = new Map(chinese.map((one) => [one.given, one.givenLocal]));
const parentGiven = (salutes: readonly string[]) =>
  unique(
    of('Chinese')
      .filter((person) => salutes.includes(person.parent.salute))
      .map((person) => person.parent.name.split(' ').slice(1).join(' ')),
  );

/** The parts of Chinese names: `[roman, characters]`. */
export const chineseParts = {
  surnames: [...surnames],
  given: byGender(chinese, (one) => one.given),
  givenLocal,
  english: byGender(
    chinese.filter((one) => one.english !== undefined),
    (one) => one.english ?? '',
  ),
  fathersGiven: parentGiven(['Mr']),
  mothersGiven: parentGiven(['Mrs', 'Ms']),
};

const malay = of('Malay').map((person) => {
  const [given = '', father = ''] = person.name.split(/ Bin(?:te)? /);
  return { gender: genderOf(person), given, father };
});

export const malayParts = {
  given: byGender(malay, (one) => one.given),
  fathers: unique(malay.map((one) => one.father)),
  grandfathers: unique(
    of('Malay').map((person) => person.parent.name.split(/ Bin(?:te)? /)[1] ?? ''),
  ),
  mothers: unique(
    of('Malay')
      .filter((person) => person.parent.salute !== 'Mr')
      .map((person) => person.parent.name),
  ),
};

const indianTutors = names.tutors.filter((tutor) =>
  /Ravi|Pillai|Reddy|Nathan|Mohan|Menon|Verma|Krishnan|Kumaran/.test(tutor.name),
);
/** Names whose parts do not go with others: of one gender only, or of three words. */
const unsplittable = /Singh|Kaur|Mohamed|Begum/;
const indian = [...of('Indian'), ...indianTutors]
  .filter((person) => !unsplittable.test(person.name))
  .map((person) => {
    const [given = '', father] = person.name.split(/ [SD]\/O /);
    const words = given.split(' ');
    const first = words[0] ?? '';
    return { gender: genderOf(person), given: first, father, family: words.slice(1).join(' ') };
  });

export const indianParts = {
  given: byGender(indian, (one) => one.given),
  fathers: unique(indian.flatMap((one) => one.father ?? [])),
  families: unique(indian.map((one) => one.family).filter((family) => family !== '')),
  parents: names.students
    .filter((person) => person.community === 'Indian' && !unsplittable.test(person.parent.name))
    .map((person) => ({ ...person.parent, first: person.parent.name.split(' ')[0] ?? '' })),
};

const western = (person: { name: string; gender: string }) => {
  const [given = '', ...family] = person.name.split(' ');
  return { gender: genderOf(person), given, family: family.join(' ') };
};
const eurasianTutors = names.tutors.filter((tutor) =>
  /Pereira|Rozario|De Silva|Oliveiro/.test(tutor.name),
);
const eurasian = [...of('Eurasian'), ...eurasianTutors].map(western);
const inCode = (code: string) =>
  of('Overseas').filter((person) => person.phone_country_code === code);
const parentFirstNames = (people: readonly Person[]) =>
  people.map((person) => ({
    salute: person.parent.salute,
    first: person.parent.name.split(' ')[0] ?? '',
  }));

/** Given and family names that combine freely, by where they come from. */
export const familyNameParts = {
  eurasian: {
    given: {
      f: [...byGender(eurasian, (one) => one.given).f, ...chineseParts.english.f],
      m: [...byGender(eurasian, (one) => one.given).m, ...chineseParts.english.m],
    },
    families: unique(eurasian.map((one) => one.family)),
    parents: parentFirstNames(of('Eurasian')),
    language: 'English',
    code: '65',
  },
  american: {
    given: chineseParts.english,
    families: ['Nguyen', 'Chen', 'Pereira', 'Iyer', 'Santoso', 'Menon'],
    parents: parentFirstNames(inCode('1')),
    language: 'English',
    code: '1',
  },
  indonesian: {
    given: {
      f: ['Putri Ayu', 'Michelle', 'Dewi', 'Lina', 'Clara'],
      m: ['Bagus', 'Kevin', 'Hendra', 'Joshua'],
    },
    families: ['Pratama', 'Wijaya', 'Santoso', 'Halim', 'Lestari'],
    parents: parentFirstNames(inCode('62')),
    language: 'Bahasa Indonesia',
    code: '62',
  },
};

export const mainlandParents = inCode('86').map((person) => person.parent);
