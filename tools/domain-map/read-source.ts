import { dirname, join } from 'node:path';

/** A declaration at the top level of a file: one with a doc comment, or a number. */
type Declared = {
  name: string;
  kind: string;
  exported: boolean;
  /** The first sentence of its doc comment, without the full stop. */
  words: string;
  /** Its number, if it is one. */
  value: string;
};

/** Returns the first sentence of a doc comment, without its full stop. */
export const firstSentence = (comment: string): string => {
  const words = comment
    .replace(/^\s*\/\*\*|\*\/\s*$|^\s*\*(?: |$)/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [sentence] = /^.*?(?<!e\.g|i\.e)\.(?= [A-Z]|$)/.exec(words) ?? [words];
  return sentence.replace(/\.$/, '');
};

const declaration =
  /(?:^(\/\*\*(?:(?!\*\/)[^])*\*\/)\n)?^(export )?(?:async )?(const|function|class|type) ([\w$]+)(?:[^\n=]*= (-?[\d_.]+(?: \* [\w.]+)*);$)?/gm;

/** Returns the documented declarations of a file and its numbers, in their order. */
export const declarationsOf = (source: string): Declared[] =>
  [...source.matchAll(declaration)].flatMap(
    ([, comment = '', exported, kind = '', name = '', value = '']) =>
      comment || value
        ? [{ name, kind, exported: exported !== undefined, words: firstSentence(comment), value }]
        : [],
  );

const table = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export const \w+ = pg(?:Table|View)\(\s*'(\w+)'/gm;

/** Returns the tables and views of a schema file with their meanings. */
export const tablesIn = (source: string) =>
  [...source.matchAll(table)].map(([, comment = '', name = '']) => ({
    name,
    words: firstSentence(comment),
  }));

/** Returns the names of the jobs that a file defines. */
export const jobsIn = (source: string): string[] =>
  /\bdefineJob\(/.test(source)
    ? [...source.matchAll(/(?:name: |= define\w+\()'([a-z-]+)'/g)].map(([, name = '']) => name)
    : [];

/** Where an operation is served. */
export type Place = { file: string; name: string };

const imports = /^import (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from '([^']+)';/gm;

/**
 * Returns where the operations bound in a file of routes are served, by the operation's name, or `.key` for one of
 * several: the first thing in each call of `handle` that comes from another file of a domain.
 */
export const serversIn = (path: string, source: string): Map<string, Place> => {
  const sources = new Map<string, Place>();
  const operations = new Set<string>();
  for (const [, space, names = '', from = ''] of source.matchAll(imports)) {
    const file = join(dirname(path), from);
    for (const [, name = '', as] of `${names} ${space ?? ''}`.matchAll(/(\w+)(?: as (\w+))?/g))
      if (from.startsWith('staffroom-contract')) operations.add(as ?? name);
      else if (!file.includes('/platform/'))
        sources.set(as ?? name, { file, name: space ? '' : name });
  }
  const served = new Map<string, Place>();
  const body = source.slice(source.lastIndexOf('\nimport '));
  for (const call of body.split(/(?=\bhandle\w*\()/).slice(1)) {
    const used = [...call.matchAll(/(?<![.\w])(\w+)(?:\.(\w+))?/g)];
    const [, by = '', member = ''] = used.find(([, name = '']) => sources.has(name)) ?? [];
    const { file, name } = sources.get(by) ?? { file: path, name: '' };
    for (const [word] of call.matchAll(/(?<=operations)\.\w+|\w+/g))
      if (!served.has(word) && (word.startsWith('.') || operations.has(word)))
        served.set(word, { file, name: name || member });
  }
  return served;
};
