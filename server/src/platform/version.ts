import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFile = join(import.meta.dirname, '../../../package.json');

/** Version of this program, from the root package.json; CHANGELOG.md lists the changes of each version. */
export const version: string = (
  JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
).version;
