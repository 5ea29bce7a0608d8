import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-program.ts';

/** A word or phrase that the code, its tests and its documents avoid, and what they write instead. */
type Rule = {
  pattern: RegExp;
  write: string;
  /** The files that the rule looks at; all text files when it is left out. */
  files?: RegExp;
  /** The files that may contain it, with the reason beside it. */
  except?: RegExp;
};

/** Old-fashioned words, in comments, texts, test names and documents. */
const phrases: Omit<Rule, 'except'>[] = [
  {
    pattern: /\b(?:somebody|whoever|whomever|nobody|anybody|everybody)\b/i,
    write: 'the user, the caller, an Admin, the tutor; "no user", "unassigned"',
  },
  {
    pattern: /\bnone (?:is|are|of|has|have|can|was|were|may|that)\b|\b(?:is|are|was) none\b/i,
    write: '"no rows", "no user"',
  },
  {
    pattern: /\bstands?\b(?! out\b)|\bstood\b|\bstanding (?:in|for|at|there|here)\b/i,
    write: 'is, is in, appears',
  },
  { pattern: /\bholds\b/i, write: 'contains, has, keeps; "is true" for a rule' },
  { pattern: /reckon/i, write: 'calculate' },
  { pattern: /\b(?:told|tells)\b/i, write: 'reported, notified, shown, warned' },
  {
    pattern: /\b(?:said|asked) of\b|\bwhat is (?:asked|said)\b/i,
    write: 'the message for, the request',
  },
  {
    pattern: /\b(?:has|have|had) (?:come|gone)\b|\bwent for\b/i,
    write: 'mounted, arrived, was deleted, left, opened',
  },
  { pattern: /\bof one moment\b/i, write: 'concurrent' },
  { pattern: /\bat the (?:most|least)\b/i, write: 'at most, at least' },
  {
    pattern: /\b(?:lest|hence|thereby|whereby|thereof|therein|thereto|herein|wherein|upon)\b/i,
    write: 'so that … not, so, by, where, of it, on',
  },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, write: 'fix' },
  { pattern: /\b(?:grain|sweeps?)\b/i, write: 'pattern, clean-up' },
  {
    pattern: /\/\*\* (?:What|Of what|Who|Whoever|That) /,
    write: '"Returns …", or a noun: "The … of …"',
    files: /\.(?:ts|tsx|mjs)$/,
  },
];

const screens = /^web\/src\/.*(?<!\.test)\.tsx?$/;

/** One word for each thing where the specification is silent (GLOSSARY.md). */
const secondSpellings: Rule[] = [
  { pattern: /['">](?:Max cap|Capacity)\b/, write: 'Seats', files: screens },
  { pattern: /['">](?:Cost|Price) per lesson/i, write: 'Rate per lesson', files: screens },
  { pattern: /['">](?:Export|Save as CSV)\b/, write: 'Download', files: screens },
  {
    pattern: /(?:(?:header: |label: |label=)['"]|<dt>)[^'"<]*\b[Ee]mail/,
    write: 'E-mail',
    files: screens,
    // The columns of the lists of users and discount codes are the specification's (part 1 §2).
    except: /(?:user-list|discount-code-list)\.route\.tsx$/,
  },
  {
    pattern: /'-{2,3}'/,
    write: '"–" for an empty value',
    files: screens,
    // The side menu's dashes are the specification's (part 2 §2).
    except: /shell\/menu\.tsx$/,
  },
  {
    pattern: /hour12|toLocaleTimeString|timeStyle|% 12 \|\|/,
    write: 'times in 24 hours',
    files: screens,
  },
  {
    pattern: /time\([^)]*\)\} ?(?:\{' – '\}|–|-) ?\{/,
    write: 'a range of times by formats.ts',
    files: screens,
  },
  {
    pattern: /toLocaleDateString|toLocaleString\('en-GB/,
    write: 'a day or time by formats.ts',
    files: screens,
    except: /lib\/settings\.ts$/,
  },
];

/** Files with others' words: exercises, an operating system's account, former names of columns, and these rules. */
const quoting =
  /^demo\/src\/(?:data\/[a-z-]+-(?:questions|plans)|large\/question-sql)\.ts$|embedded-postgres\/server-account\.ts$|upgrades\/upgrade\.test\.ts$|^tools\/plain-words(?:\.test)?\.ts$/;

const rules: readonly Rule[] = [
  ...phrases.map((rule) => ({ ...rule, except: quoting })),
  ...secondSpellings,
];

/** Returns the rules' findings in one file, as "path:line: word. Write …". */
export const findWords = (path: string, text: string): string[] => {
  const active = rules.filter(
    ({ files, except }) => (files?.test(path) ?? true) && !(except?.test(path) ?? false),
  );
  return text.split('\n').flatMap((line, index) =>
    active.flatMap(({ pattern, write }) => {
      const found = pattern.exec(line);
      return found ? [`${path}:${index + 1}: “${found[0].trim()}”. Write: ${write}.`] : [];
    }),
  );
};

/** Every text file of the project that people wrote, as paths below its root. Landed migrations cannot change. */
export const textFiles = (): string[] =>
  globSync(
    [
      '*.{ts,md}',
      '{bench,docs,tools}/**/*.{ts,mjs,md}',
      '{contract,server,demo,web,e2e}/**/*.{ts,tsx,css,html,md}',
    ],
    {
      cwd: root,
      exclude: (path) =>
        /(?:^|\/)(?:node_modules|dist|test-results|migrations|results)(?:\/|$)|\.gen\.ts$/.test(
          path,
        ),
    },
  );

/** Reports every finding in the project; resolves to the exit code. */
export const checkPlainWords = async (): Promise<number> => {
  const found = textFiles().flatMap((path) =>
    findWords(path, readFileSync(join(root, path), 'utf8')),
  );
  for (const line of found) console.error(line);
  return found.length > 0 ? 1 : 0;
};
