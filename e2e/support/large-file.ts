import { truncate, writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';

/** Path of an empty file of this size. Playwright would send an in-memory file to the browser as text. */
export const aFileOfMegabytes = async (megabytes: number, name: string): Promise<string> => {
  const path = test.info().outputPath(name);
  await writeFile(path, '');
  await truncate(path, megabytes * 1024 * 1024);
  return path;
};
