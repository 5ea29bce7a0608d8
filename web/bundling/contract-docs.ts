import type { Plugin } from 'vite';

/** `.describe('…')` with one literal: a note of the contract for `/api/docs`. */
const note =
  /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`),?\s*\)/g;

/** Leaves the contract's notes on fields out of the web app: they document the API and decide nothing. */
export const contractDocs = (): Plugin => ({
  name: 'contract-docs',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.+\.ts$/ },
    handler: (code) => ({ code: withoutNotes(code), map: null }),
  },
});

/** The code of a contract file without its notes. */
export const withoutNotes = (code: string): string => code.replaceAll(note, '');
