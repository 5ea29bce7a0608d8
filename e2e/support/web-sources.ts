import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../../web/src');

/** Files of the web app's screens and domains whose source matches, relative to web/src and sorted. */
export const webSources = (passes: (source: string) => boolean): string[] =>
  globSync('{domains,screens}/**/*.{ts,tsx}', { cwd: web })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => passes(readFileSync(join(web, file), 'utf8')))
    .toSorted();
