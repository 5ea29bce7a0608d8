import type { Plugin } from 'vite';

/** `.describe('…')` with one literal: a note for `/api/docs`. */
const note =
  /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`),?\s*\)/g;

/** The summary of an operation for `/api/docs`. */
const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)(?=,)/g;

/** The error codes of an operation for `/api/docs`. */
const refusals = /\berrors:\s*\[[^\]]*\](?=,)/g;

/**
 * Removes notes on fields, and summaries and error codes of operations, from the web app: they only document the API.
 */
export const contractDocs = (): Plugin => ({
  name: 'contract-docs',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.+\.ts$/ },
    handler: (code) => ({ code: withoutNotes(code), map: null }),
  },
});

/** The code of a contract file without its notes, summaries and error codes. */
export const withoutNotes = (code: string): string =>
  code.replaceAll(note, '').replaceAll(summary, "summary: ''").replaceAll(refusals, 'errors: []');
