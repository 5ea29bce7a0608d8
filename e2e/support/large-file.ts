import { truncate, writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';

/** The path of an empty file of this size; a file that a test hands over itself goes to the browser as text. */
export const aFileOfMegabytes = async (megabytes: number, name: string): Promise<string> => {
  const path = test.info().outputPath(name);
  await writeFile(path, '');
  await truncate(path, megabytes * 1024 * 1024);
  return path;
};
