import type { subjects } from '../classes/classes.contract.ts';

type Subject = (typeof subjects)[number];

/** What the name of a material says: the level tag, term and number of the lessons that it is for. */
export type LessonNumber = { level: string; term: number; index: number };

type Folder = {
  /** As the upload's dialog offers it (part 1 §2, Class list). */
  label: string;
  /** Classes of which subjects its files are for; the folder that is all of them has none of its own. */
  subjects: readonly Subject[];
  /** Classes that name a paper take the files of this one alone. */
  paper?: number;
  /** The lessons that all of its files are for. */
  only?: LessonNumber;
};

/** The library's folders by their name there, in the order of the dialog; `all` stands for all the others. */
export const materialFolders = {
  all: { label: 'All', subjects: [] },
  science: { label: 'Science', subjects: ['Science'] },
  mathematics: { label: 'Mathematics', subjects: ['Mathematics', 'A Maths', 'E Maths'] },
  'english-paper-1': { label: 'English Paper 1', subjects: ['English'], paper: 1 },
  'english-paper-2': { label: 'English Paper 2', subjects: ['English'], paper: 2 },
  'sec-1-maths-t2-l10': {
    label: 'Sec 1 Maths T2 L10',
    subjects: ['Mathematics', 'A Maths', 'E Maths'],
    only: { level: 'secondary-1', term: 2, index: 10 },
  },
} as const satisfies Record<string, Folder>;

export type MaterialFolder = keyof typeof materialFolders;
export const materialFolderIds = Object.keys(materialFolders) as [
  MaterialFolder,
  ...MaterialFolder[],
];

export const folderOf = (id: MaterialFolder): Folder => materialFolders[id];

/** The library's folders that a choice means. */
export const foldersOf = (choice: MaterialFolder): MaterialFolder[] =>
  choice === 'all' ? materialFolderIds.filter((id) => id !== 'all') : [choice];

/** P6 · Sec 3 · S3 · JC1 · IP4 · IP Year 4 · IBDP 1: how names write a level, its tag and how many years it has. */
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

/**
 * The lessons that a file's name asks for: `P6 T1 L3 Fractions.pdf` is Primary 6, term 1, lesson 3. Letter case,
 * underscores, hyphens and the number of spaces do not matter; null where the name does not begin like that.
 */
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

/** Files whose name says so are homework too (decisions: Material upload). */
export const isHomeworkFile = (name: string) => /homework/i.test(name);

/** The name without its ending, as homework is called: `P6 T1 L3 Homework.pdf` → "P6 T1 L3 Homework". */
export const homeworkName = (fileName: string) => fileName.replace(/\.[a-z0-9]{1,8}$/i, '').trim();

/** The subjects whose classes take a file: of a folder with several, the one that the name says ("A Maths"). */
export const subjectsFor = (folder: MaterialFolder, name: string): readonly Subject[] => {
  const { subjects: all } = folderOf(folder);
  const [, said] = /(?<![\p{L}\d])([ae])[ _-]?maths?(?![\p{L}\d])/iu.exec(name) ?? [];
  const one = all.filter((subject) => subject.toLowerCase() === `${said?.toLowerCase()} maths`);
  return one.length > 0 ? one : all;
};

/** Is a class that may name a paper ("PSLE English Paper 1 Workshop") one for this folder's files? */
export const takesPaper = (className: string, { paper }: Pick<Folder, 'paper'>) => {
  const named = [...className.matchAll(/paper ?(\d)/gi)].map(([, digit]) => Number(digit));
  return paper === undefined || named.length === 0 || named.includes(paper);
};

/** What became, or would become, of a file. */
export const materialOutcomes = ['attached', 'already_attached', 'unmatched', 'refused'] as const;
export type MaterialOutcome = (typeof materialOutcomes)[number];

/** Why a file is attached to nothing. */
export const materialReasons = {
  no_number: 'The name does not begin with level, term and lesson, like “P6 T1 L3”.',
  other_lesson: 'This folder is for another lesson than the name says.',
  no_lesson: 'No active class of this subject and level has a lesson with this term and number.',
  empty: 'The file is empty.',
  link: 'This is a link, not a file, and leads elsewhere.',
  unreadable: 'The file could not be read.',
  odd_name: 'The name holds characters that cannot be kept.',
} as const;
export type MaterialReason = keyof typeof materialReasons;
export const materialReasonIds = Object.keys(materialReasons) as [
  MaterialReason,
  ...MaterialReason[],
];

/** What a file of a folder is for, or why it is for nothing. */
export const targetOf = (folder: MaterialFolder, name: string): LessonNumber | MaterialReason => {
  const { only } = folderOf(folder);
  const said = readMaterialName(name);
  if (!only) return said ?? 'no_number';
  if (!said) return only;
  const isSame = said.level === only.level && said.term === only.term && said.index === only.index;
  return isSame ? only : 'other_lesson';
};
