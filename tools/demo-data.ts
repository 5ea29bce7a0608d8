import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from 'staffroom-server/src/platform/environment.ts';
import { root } from './run-program.ts';

/** Loads what fills the demo data. Throws SettingsError if it is not installed, as in production. */
export const loadDemoData = async (packages = join(root, 'node_modules')) => {
  if (!existsSync(join(packages, 'staffroom-demo/package.json')))
    refuse('DEMO', 'off in this installation, which has no demo data', 'off');
  return import('staffroom-demo/fill-demo-data.ts');
};
