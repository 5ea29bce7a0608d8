import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformWithOxc, type Plugin } from 'vite';

const script = fileURLToPath(new URL('../src/app/late-code.ts', import.meta.url));

/** An import of one file without dependencies, for which the build lists no files. */
const loneImport = /(import\(([`"'])\.\/([\w.-]+\.js)\2\)[^[\]]*?,)\[\]/g;

/** Replaces Vite's loader of lazy code by src/app/late-code.ts, because Vite's cannot retry. */
export const lateCode = (): Plugin => ({
  name: 'late-code',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: async () => (await transformWithOxc(readFileSync(script, 'utf8'), script)).code,
  },
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = withOwnFile(file.code);
    },
  },
});

/** Code in which each import lists at least its own file. */
export const withOwnFile = (code: string): string => code.replaceAll(loneImport, '$1["assets/$3"]');
