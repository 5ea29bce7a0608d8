import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews, type View } from './measure-views.ts';
import { signInAs, type ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

const list = 'User list';
const path = '/admin/user';
const all = { _type: { in: ['Student', 'Tutor', 'TA'] } };

/** The user list: its default view under load, other sorts and pages, and searches of every kind (ADR 8). */
export const measureUsers = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const search = new URLSearchParams({ filter: JSON.stringify(all) }).toString();
  const at = { server, dataset };
  return [
    ...(await measureDefaultViews(
      dataset,
      [{ what: `${list}, default view`, path: `${path}?${search}` }],
      log,
    )),
    ...(await measureViews(at, { list, path }, sortsAndPages, log)),
    ...(await measureSearches(at, log)),
  ];
};

/** Searches of one and two characters and longer ones, as an Admin and as a Partner. */
const measureSearches = async (
  at: { server: ServerUnderLoad; dataset: Dataset },
  log: (line: string) => void,
) => {
  const partner = await signInAs(at.server.address, 'partner@staffroom.example');
  return [
    ...(await measureViews(at, { list, path, bar: 100 }, searches, log)),
    ...(await measureViews(
      { ...at, server: { ...at.server, ...partner } },
      { list: `${list} of a Partner`, path, bar: 100 },
      partnersSearches,
      log,
    )),
  ];
};

const sortsAndPages: View[] = [
  ['by name', all, { sortBy: 'name' }],
  ['by e-mail, descending', all, { sortBy: 'email', order: 'desc' }],
  ['deep page', all, { offset: '150000' }],
  ['deep page by name', all, { offset: '150000', sortBy: 'name' }],
  ['tutors', { _type: 'Tutor' }],
  ['birthday today', { _type: 'Student', birthday: 'today' }],
  ['one lead source, deep page', { ...all, 'lead_source.source': 'LLP' }, { offset: '10000' }],
  [
    'deep page by name of a search that matches all',
    { ...all, search: { regex: 'com' } },
    { offset: '100000', sortBy: 'name' },
  ],
];

const searchFor = (what: string, typed: string, query: Record<string, string> = {}): View => [
  `search for ${what}`,
  { ...all, search: { regex: typed } },
  query,
];

const searches = [
  ...[
    'a',
    'e',
    'q',
    'z',
    '9',
    '7',
    '@',
    '+',
    'ta',
    'an',
    'zq',
    'qu',
    '91',
    '+6',
    '陈',
    '陈伟',
    '%',
  ].map((typed) => searchFor(`“${typed}”`, typed)),
  searchFor('“ta”, by name', 'ta', { sortBy: 'name' }),
  searchFor('“陈”, by name', '陈', { sortBy: 'name' }),
  searchFor('3 letters', 'tan'),
  searchFor('3 letters, by name', 'lim', { sortBy: 'name' }),
  searchFor('3 letters that match all', 'com'),
  searchFor('10 characters', 'tan jun we'),
  searchFor('10 characters that match all', 'example.co'),
  searchFor('4 digits of a number', '9123'),
  searchFor('a whole number', '+65 9123 4567'),
  searchFor('+65', '+65'),
  searchFor('two single letters', 'a b'),
];

const partnersSearches = ['a', '9', 'ta', 'zq', '陈'].map((typed): View => [
  `search for “${typed}”`,
  { _type: 'Student', search: { regex: typed } },
]);
