import type { subjects } from '../classes/classes.contract.ts';

type Subject = (typeof subjects)[number];

/** The lessons that a material's name refers to: level tag, term and number. */
export type LessonNumber = { level: string; term: number; index: number };

export type Folder = {
  /** Label in the upload dialog (part 1 §2, Class list). */
  label: string;
  /** Subjects of the classes that its files are for; empty for the choice of all folders. */
  subjects: readonly Subject[];
  /** Classes that name a paper only get the files of this paper. */
  paper?: number;
  /** The only lesson number that its files are for. */
  only?: LessonNumber;
};

/** The library's folders by name, in the order of the dialog; `all` means all the others. */
const materialFolders = {
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

/** The library's folders that a choice covers. */
export const foldersOf = (choice: MaterialFolder): MaterialFolder[] =>
  choice === 'all' ? materialFolderIds.filter((id) => id !== 'all') : [choice];

/** The library's folder of files uploaded for one lesson. "Upload all material and homework" leaves it out. */
export const uploadedFolder = 'uploaded';

export type LibraryFolder = MaterialFolder | typeof uploadedFolder;
export const libraryFolderIds = [...materialFolderIds, uploadedFolder] as [
  LibraryFolder,
  ...LibraryFolder[],
];

/** Returns the label of a folder. */
export const folderLabel = (id: LibraryFolder): string =>
  id === uploadedFolder ? 'Uploaded by hand' : folderOf(id).label;
