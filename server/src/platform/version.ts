import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const packageFile = join(import.meta.dirname, '../../../package.json');

/** Returns this build's version, as the root `package.json` has it; `unknown` where it has none. */
export const buildVersion = (file = packageFile): string =>
  z.object({ version: z.string().default('unknown') }).parse(JSON.parse(readFileSync(file, 'utf8')))
    .version;
