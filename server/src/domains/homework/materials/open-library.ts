import type { MaterialFolder } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import { foldersOf } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import type { Settings } from '../../../platform/settings.ts';
import { folderLibrary } from './folder-library.ts';
import type { Library, LibraryFile } from './library.ts';

/** The library that the settings name; the code for a bucket loads when the first is opened. */
export const openLibrary = async ({ materials }: Settings): Promise<Library> => {
  if ('folder' in materials) return folderLibrary(materials.folder);
  const { bucketLibrary } = await import('./bucket-library.ts');
  return bucketLibrary(materials.bucket);
};

/** The files of all folders that a choice means, one folder after another. Throws LibraryError. */
export const listLibrary = async (
  settings: Settings,
  choice: MaterialFolder,
): Promise<LibraryFile[]> => {
  const library = await openLibrary(settings);
  const files: LibraryFile[] = [];
  for (const folder of foldersOf(choice)) files.push(...(await library.list(folder)));
  return files;
};
