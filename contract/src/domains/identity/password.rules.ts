import { commonWords } from './common-passwords.ts';

/** The shortest password that a link sets; the rule of part 2 §5 applies elsewhere (decisions). */
const linkPasswordLength = 10;

/** The words that a password set by a link must not contain: the account's name and e-mail, and the product's name. */
export type PasswordOwner = { name: string; email: string; product: string };

type PasswordRule = { rule: 'length' | 'common' | 'personal'; isMet: boolean; words: string };

/** The rules for a password that a link sets, in order, each with whether this password meets it. */
export const linkPasswordRules = (password: string, owner: PasswordOwner): PasswordRule[] => {
  const { length } = [...password];
  const isLong = length >= linkPasswordLength;
  const soFar = isLong || length === 0 ? '' : `, ${length} so far`;
  return [
    {
      rule: 'length',
      isMet: isLong,
      words: `At least ${linkPasswordLength} characters${soFar}`,
    },
    {
      rule: 'common',
      isMet: password !== '' && !isCommonPassword(password, owner.product),
      words: 'Not a common password',
    },
    {
      rule: 'personal',
      isMet: password !== '' && !namesOwner(password, owner),
      words: 'Without your name or e-mail',
    },
  ];
};

const problems = {
  length: `Please choose a password of at least ${linkPasswordLength} characters.`,
  common: 'This is a common password. Please choose another one.',
  personal: 'Please choose a password without your name or e-mail.',
} as const;

/** Message for a password that a link must not set; undefined if it is accepted. */
export const linkPasswordProblem = (password: string, owner: PasswordOwner) => {
  const broken = linkPasswordRules(password, owner).find(({ isMet }) => !isMet);
  return broken && problems[broken.rule];
};

/** Most characters beside the words: "2026!", "123". */
const mostFiller = 6;
/** Most common words in a row that still count as one common password. */
const mostWords = 3;

/**
 * True for a password of at most three common words with digits and signs around them, also with digits in place of
 * letters ("P4ssw0rd2026!"), for keys in a row or in order, and for few different or repeated characters.
 */
export const isCommonPassword = (password: string, product: string): boolean => {
  const text = password.normalize('NFKC').toLowerCase();
  const plain = withoutSpaces(text);
  if (new Set(plain).size <= 3 || isRepetition(plain)) return true;
  const own = product.toLowerCase();
  return isBuiltOf(plain, (word) => word === own || commonWords.has(word));
};

const withoutSpaces = (text: string) => text.replaceAll(' ', '');

/** True for "abcabcabc" and "test1test1": a part of at most half the text, repeated to its end. */
const isRepetition = (text: string) =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some(
    (length) =>
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length) === text,
  );

/** Digits and signs that people write for letters. */
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const inLetters = (text: string) => Array.from(text, (sign) => letters[sign] ?? sign).join('');

const longestWord = 20;
const never = Number.POSITIVE_INFINITY;

/** True if the text is common words and runs of keys, at most three words, with few other characters that are no letters. */
const isBuiltOf = (text: string, isWord: (word: string) => boolean): boolean => {
  const spelled = inLetters(text);
  // fewest[end][words]: the fewest other characters before `end` with this number of words and runs.
  const fewest = Array.from({ length: text.length + 1 }, () =>
    Array.from({ length: mostWords + 1 }, () => never),
  );
  const reach = (end: number, words: number, filler: number) => {
    const row = fewest[end];
    if (row && words <= mostWords && filler < (row[words] ?? never)) row[words] = filler;
  };
  reach(0, 0, 0);
  for (let start = 0; start < text.length; start += 1)
    for (const [words, filler] of (fewest[start] ?? []).entries()) {
      if (filler === never) continue;
      if (!isLetter(text[start] ?? '')) reach(start + 1, words, filler + 1);
      for (const end of runsFrom(text, start)) reach(end, Math.max(words, 1), filler);
      for (let end = start + 2; end <= Math.min(text.length, start + longestWord); end += 1)
        if (isWord(text.slice(start, end)) || isWord(spelled.slice(start, end)))
          reach(end, words + 1, filler);
    }
  const [, ...withWords] = fewest[text.length] ?? [];
  return withWords.some((filler) => filler <= mostFiller);
};

const isLetter = (sign: string) => sign.toUpperCase() !== sign.toLowerCase();

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const bothWays = rows.flatMap((row) => [row, [...row].toReversed().join('')]);

/** The ends of the runs of at least three keys in a row, or of one key, that begin here. */
const runsFrom = (text: string, start: number): number[] => {
  const ends: number[] = [];
  for (let end = start + 3; end <= text.length; end += 1) {
    const part = text.slice(start, end);
    const isOneKey = part === part.charAt(0).repeat(part.length);
    if (!isOneKey && !bothWays.some((row) => row.includes(part))) break;
    ends.push(end);
  }
  return ends;
};

/** Parts of a name or an e-mail that are shorter occur in other words too. */
const shortestPart = 4;

const namesOwner = (password: string, { name, email }: PasswordOwner) => {
  const text = bare(password);
  const [local = ''] = email.split('@');
  const wholes = [bare(name), bare(local)].filter((part) => part.length > 2);
  const parts = [name, local].flatMap((words) => words.split(/[^\p{L}\p{N}]/u).map(bare));
  return [...wholes, ...parts.filter((part) => part.length >= shortestPart)].some((part) =>
    text.includes(part),
  );
};

/** Only letters and digits, in lower case. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
