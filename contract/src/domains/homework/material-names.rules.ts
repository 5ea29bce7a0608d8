import type { subjects } from '../classes/classes.contract.ts';
import {
  type Folder,
  type LessonNumber,
  type MaterialFolder,
  materialFolderIds,
  folderOf,
} from './material-folders.ts';

type Subject = (typeof subjects)[number];

/** A folder that no upload reads, and the one that was probably meant. */
export type SimilarFolder = { name: string; meant: MaterialFolder };

/** Folders that an upload ignores, though their names nearly match one of `chosen`: by case, spaces or one letter. */
export const similarFolders = (
  names: readonly string[],
  chosen: readonly MaterialFolder[],
): SimilarFolder[] =>
  names.flatMap((name) => {
    if (materialFolderIds.some((id) => id === name)) return [];
    const plain = name
      .normalize('NFKC')
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '-');
    const meant = chosen.find((id) => isOneLetterOff(plain, id));
    return meant ? [{ name, meant }] : [];
  });

const isOneLetterOff = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const skipped = short.length === long.length ? same + 1 : same;
  return short.slice(skipped) === long.slice(same + 1);
};

/** Patterns of a level (P6 · Sec 3 · S3 · JC1 · IP4 · IP Year 4 · IBDP 1), its tag and its number of years. */
const levelNames = [
  ['p(?:ri(?:mary)?)?', 'primary', 6],
  ['s(?:ec(?:ondary)?)?', 'secondary', 4],
  ['jc', 'junior-college', 2],
  ['ip(?: year)?', 'integrated-programme', 6],
  ['ib(?:dp)?(?: year)?', 'international-baccalaureate-diploma-programme', 2],
] as const;

const namePatterns = levelNames.map(([written, tag, years]) => ({
  tag,
  years,
  pattern: new RegExp(
    String.raw`^${written} ?(\d) t(?:erm)? ?(\d{1,2}) l(?:esson)? ?(\d{1,3})(?![\d\p{L}])`,
    'u',
  ),
}));

/** Lessons in a file's name: `P6 T1 L3 Fractions.pdf`, in any case, with underscores, hyphens, spaces; null if none. */
export const readMaterialName = (name: string): LessonNumber | null => {
  const plain = name
    .normalize('NFKC')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
  for (const { pattern, tag, years } of namePatterns) {
    const found = pattern.exec(plain);
    if (!found) continue;
    const [year, term, index] = found.slice(1).map(Number);
    if (!year || !term || !index || year > years) return null;
    return { level: `${tag}-${year}`, term, index };
  }
  return null;
};

/** Returns true for files that also become homework (decisions: Material upload). */
export const isHomeworkFile = (name: string) => /homework/i.test(name);

/** Name of the homework of a file, without the extension: `P6 T1 L3 Homework.pdf` → "P6 T1 L3 Homework". */
export const homeworkName = (fileName: string) => fileName.replace(/\.[a-z0-9]{1,8}$/i, '').trim();

/** Subjects whose classes get a file: all of its folder, or the one in its name ("A Maths"). */
export const subjectsFor = (folder: MaterialFolder, name: string): readonly Subject[] => {
  const { subjects: all } = folderOf(folder);
  const [, said] = /(?<![\p{L}\d])([ae])[ _-]?maths?(?![\p{L}\d])/iu.exec(name) ?? [];
  const one = all.filter((subject) => subject.toLowerCase() === `${said?.toLowerCase()} maths`);
  return one.length > 0 ? one : all;
};

/**
 * True if the folder has no paper, or the class's name has no paper number or the folder's ("English Paper 1
 * Workshop"): then the class gets the folder's files.
 */
export const takesPaper = (className: string, { paper }: Pick<Folder, 'paper'>) => {
  const named = [...className.matchAll(/paper ?(\d)/gi)].map(([, digit]) => Number(digit));
  return paper === undefined || named.length === 0 || named.includes(paper);
};

/** Results of a file in an upload or its preview. */
export const materialOutcomes = ['attached', 'already_attached', 'unmatched', 'refused'] as const;
export type MaterialOutcome = (typeof materialOutcomes)[number];

/** Reasons why a file is not attached. */
export const materialReasons = {
  no_number: 'The name does not begin with level, term and lesson, like “P6 T1 L3”.',
  other_lesson: 'This folder is for another lesson than the name says.',
  no_lesson: 'No active class of this subject and level has a lesson with this term and number.',
  empty: 'The file is empty.',
  link: 'This is a link to another place, not a file.',
  unreadable: 'The file could not be read.',
  odd_name: 'The name contains characters that cannot be stored.',
} as const;
export type MaterialReason = keyof typeof materialReasons;
export const materialReasonIds = Object.keys(materialReasons) as [
  MaterialReason,
  ...MaterialReason[],
];

/** The lessons that a file of a folder is for, or the reason why it matches no lesson. */
export const targetOf = (folder: MaterialFolder, name: string): LessonNumber | MaterialReason => {
  const { only } = folderOf(folder);
  const said = readMaterialName(name);
  if (!only) return said ?? 'no_number';
  if (!said) return only;
  const isSame = said.level === only.level && said.term === only.term && said.index === only.index;
  return isSame ? only : 'other_lesson';
};
