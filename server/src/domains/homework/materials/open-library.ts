import type { MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import { foldersOf } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { Settings } from '../../../platform/settings.ts';
import { folderLibrary } from './folder-library.ts';
import type { Library, LibraryFile } from './library.ts';

/** Opens the library of the settings; the code for a bucket is loaded on first use. */
export const openLibrary = async ({ materials }: Settings): Promise<Library> => {
  if ('folder' in materials) return folderLibrary(materials.folder);
  const { bucketLibrary } = await import('./bucket-library.ts');
  return bucketLibrary(materials.bucket);
};

/** Lists the files of all folders of a choice, folder by folder. Throws LibraryError. */
export const listLibrary = async (
  settings: Settings,
  choice: MaterialFolder,
): Promise<LibraryFile<MaterialFolder>[]> => {
  const library = await openLibrary(settings);
  const files: LibraryFile<MaterialFolder>[] = [];
  for (const folder of foldersOf(choice)) files.push(...(await library.list(folder)));
  return files;
};
