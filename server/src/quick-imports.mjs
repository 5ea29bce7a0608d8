import { registerHooks } from 'node:module';

/*
 * Preloaded by processes that load the server. For each of the 250 files of drizzle-orm Node parses its package.json of
 * 180 kB again, to resolve the file and to find its format. That takes almost half of the CPU time of loading the server.
 */
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map();
const inside = '/node_modules/drizzle-orm/';

registerHooks({
  resolve: (specifier, context, next) => {
    if (!context.conditions.includes('import')) return next(specifier, context);
    // A file of the package imports another one by its path.
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.includes(inside)) {
      const { href } = new URL(specifier, context.parentURL);
      return { url: href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    found.set(specifier, known);
    return known;
  },
});
