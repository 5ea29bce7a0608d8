import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { isStaffType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { birthdaysKeptOn } from 'staffroom-contract/domains/users/birthdays.rules.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import { digitsOf } from 'staffroom-contract/shared/text.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { isPart } from '../identity/user-counts.ts';
import { users } from '../identity/users.schema.ts';

/** A request for the list of users. */
export type UserQuery = QueryOf<typeof listUsers>;

/** `birthday` is a day here; the list query has replaced "today". */
type Filter = UserQuery['filter'];

export type UserConditions = {
  /** All conditions; text is looked up in the trigram index where that helps. */
  asked: SQL | undefined;
  /** The same conditions for a scan of the covering indexes, which is faster when many users match. */
  walked: SQL | undefined;
  /** Set if the query has only type, lead source, state and one short text: `user_counts` counts such users. */
  counted: { kinds: SQL | undefined; part: string } | undefined;
};

/** The users whose e-mail and phone a reader may know, and whether the reader may find students by their parents. */
export type Reader = { readable: SQL | undefined; findsByParent: boolean };

/**
 * Returns the SQL conditions for a filter (ADR 8). Users whose details the reader may not read are found by name only,
 * and by a parent only for readers who may read parents, so that a search cannot reveal hidden values.
 */
export const conditionsOf = (
  filter: Filter,
  { findsByParent, ...reader }: Reader,
): UserConditions => {
  const types = valuesOf(filter._type);
  const readable = types?.some(isStaffType) === false ? undefined : reader.readable;
  const sources = valuesOf(filter['lead_source.source']);
  const ids = valuesOf(filter._id);
  const kinds = [
    types && anyOfList(users.type, types, 'text'),
    sources && anyOfList(users.leadSource, sources, 'text'),
    filter.enabled === undefined ? undefined : eq(users.enabled, filter.enabled),
  ];
  const narrow = [
    ids && anyOfList(users.id, ids, 'uuid'),
    typeof filter.email === 'string'
      ? eq(users.emailKey, filter.email.trim().toLowerCase())
      : undefined,
    filter.email !== undefined || filter.phone !== undefined ? readable : undefined,
    filter.birthday === undefined ? undefined : hasBirthdayOn(filter.birthday),
  ];
  const texts = [
    typeof filter.email === 'object' ? textCondition(filter.email.regex, 'email') : undefined,
    filter.name && textCondition(filter.name.regex, 'name'),
    filter.phone && textCondition(filter.phone.regex, 'phone'),
    filter.search && searchCondition(filter.search.regex, { readable, findsByParent }),
  ].filter((text) => text !== undefined);
  const others = narrow.filter((condition) => condition !== undefined);
  const part = texts.length === 0 ? '' : texts[0]?.part;
  return {
    asked: and(...kinds, ...narrow, ...texts.map((text) => text.asked)),
    walked: and(...kinds, ...narrow, ...texts.map((text) => text.walked)),
    counted:
      part === undefined || texts.length > 1 || others.length > 0
        ? undefined
        : { kinds: and(...kinds), part },
  };
};

/** `part` is the text, of one or two letters, if it is the only text condition. */
type TextCondition = { asked: SQL | undefined; walked: SQL | undefined; part?: string | undefined };

/** The same expression as in the index `users_by_birthday`. */
const birthday = sql`(extract(month from ${users.dateOfBirth}) * 100 + extract(day from ${users.dateOfBirth}))`;

/** Matches enabled students whose birthday is celebrated on this business day. */
export const hasBirthdayOn = (day: string): SQL | undefined =>
  and(
    eq(users.type, 'Student'),
    eq(users.enabled, true),
    sql`${users.dateOfBirth} is not null`,
    sql`${birthday} in (${sql.join(
      birthdaysKeptOn(day).map((each) => sql`${each}`),
      sql`, `,
    )})`,
    // Excludes dates of birth in this year (age 0) or later.
    sql`extract(year from ${users.dateOfBirth}) < ${Number(day.slice(0, 4))}`,
  );

/** The person's own lines of `users.search`; the parent's lines follow them. */
const lines = {
  email: sql`split_part(${users.search}, chr(10), 2)`,
  name: sql`split_part(${users.search}, chr(10), 3)`,
  phone: sql`(split_part(${users.search}, chr(10), 4) || chr(10) || split_part(${users.search}, chr(10), 5))`,
};
type Line = keyof typeof lines;

/** The e-mail and name by which lists are sorted, as written in `users.search`. */
export const sortKeys = {
  email: sql<string>`${lines.email}`,
  name: sql<string>`${lines.name}`,
};

const textCondition = (typed: string, line: Line): TextCondition | undefined => {
  const wanted = wantedTexts(typed, line);
  if (wanted.length === 0) return undefined;
  const exact = or(...wanted.map((text) => containsText(lines[line], text)));
  return { asked: and(inIndex(wanted), exact), walked: and(inWalk(wanted), exact) };
};

/** Matches e-mail, name or number, of the person or the parent; users with hidden details match by name only. */
const searchCondition = (
  typed: string,
  { readable, findsByParent }: Reader,
): TextCondition | undefined => {
  const wanted = wantedTexts(typed, 'search');
  if (wanted.length === 0) return undefined;
  const within = (...which: Line[]) =>
    or(...which.flatMap((line) => wanted.map((text) => containsText(lines[line], text))));
  const visible = and(
    findsByParent ? undefined : within('email', 'name', 'phone'),
    readable && or(readable, within('name')),
  );
  const [part = '', ...others] = visible ? [] : wanted;
  return {
    asked: and(inIndex(wanted), visible),
    walked: and(inWalk(wanted), visible),
    part: others.length === 0 && isPart(part) ? part : undefined,
  };
};

/** Matches students by name, e-mail or number, their own or the parent's, for readers who see every student. */
export const studentSearch = (typed: string) =>
  searchCondition(typed, { readable: undefined, findsByParent: true })?.asked;

/** Matches users who have every word, in any order, in the user's or parent's fields that the reader may read. */
export const hasEveryWord = (words: readonly string[], reader: Reader): SQL | undefined =>
  and(...words.map((word) => searchCondition(word, reader)?.asked));

/** The same for students, for readers who see every student. */
export const studentHasEveryWord = (words: readonly string[]): SQL | undefined =>
  hasEveryWord(words, { readable: undefined, findsByParent: true });

/** Splits a typed text into words; a telephone number is one word, and an e-mail stays whole. */
export const searchedWords = (typed: string): string[] => {
  const text = typed.trim();
  if (looksLikeNumber.test(text)) return [text];
  const words = text.split(/\s+/).map(withoutEdges).filter(Boolean);
  return words.length === 0 ? [text] : words;
};

const besideWords = '()[],;';

/** Returns the word without commas and brackets at its edges. */
const withoutEdges = (word: string): string => {
  const letters = [...word];
  const isWord = (letter: string) => !besideWords.includes(letter);
  return letters.slice(letters.findIndex(isWord), letters.findLastIndex(isWord) + 1).join('');
};

const looksLikeNumber = /^[+\d][\d\s()-]*$/;

/**
 * Returns the texts to look for: the text as typed and, if it looks like a telephone number, the number without spaces,
 * dashes and brackets. If one text contains another, only the shorter one is needed.
 */
export const wantedTexts = (typed: string, where: Line | 'search'): string[] => {
  const text = typed.trim().toLowerCase().replaceAll(/\s/g, ' ');
  if (text === '') return [];
  const number = looksLikeNumber.test(text) ? text.slice(0, 1) + digitsOf(text.slice(1)) : text;
  const wanted = { search: [text, number], phone: [number], email: [text], name: [text] };
  return [...new Set(wanted[where])].filter(
    (one, _index, all) => !all.some((other) => other !== one && one.includes(other)),
  );
};

const inIndex = (wanted: readonly string[]) =>
  wanted.every((text) => holdsTrigram.test(text))
    ? or(...wanted.map((text) => containsText(users.search, text)))
    : inWalk(wanted);

/** The trigram index has another collation, so this condition does not use it. */
const inWalk = (wanted: readonly string[]) =>
  or(...wanted.map((text) => containsText(sql`(${users.search} collate "C")`, text)));

/**
 * Three letters in a row, or two at the edge of a word. Without letters the whole index would be read, and the words that
 * begin with one letter (`a b`) are in rows of nearly every page of the table.
 */
const holdsTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
