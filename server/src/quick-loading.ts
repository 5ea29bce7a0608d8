/** Flags of a Node process that loads the server: they halve the CPU time of loading it. */
export const quickLoading: readonly string[] = [
  '--import',
  new URL('quick-imports.mjs', import.meta.url).href,
];
