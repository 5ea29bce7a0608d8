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

const shortcut = /\buseShortcut\(\s*'([^']+)',\s*'([^']+)'/g;

/** Returns the keys of a file's shortcuts with their labels. */
export const keysIn = (source: string) =>
  [...source.matchAll(shortcut)].map(([, key = '', label = '']) => ({ key, label }));

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

const strings = /^(?:export )?const (\w+)[^\n=]*= \[([\w\s'., \-/&]+)\](?: as const[^;]*)?;$/gm;

/** Returns the values of the lists of texts in a file, by name; a list may include others of the file. */
export const valuesIn = (source: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [, name = '', inner = ''] of source.matchAll(strings)) {
    const parts = [...inner.matchAll(/'([^']*)'|\.\.\.(\w+)|[^\s,]+/g)].map(([, text, list]) =>
      text === undefined ? found.get(list ?? '') : [text],
    );
    if (parts.every((part) => part !== undefined)) found.set(name, parts.flat());
  }
  return found;
};

const units: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const steps = {
  time: [
    [86_400_000, 'days'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ],
  size: [
    [1024 * 1024, 'MB'],
    [1_000_000, 'MB'],
    [1024, 'kB'],
  ],
} as const;

/** A number with its unit, "20 MB" or "2 h", if its name, factors or words name bytes or milliseconds. */
export const withUnit = ({ name, value, words }: Pick<Declared, 'name' | 'value' | 'words'>) => {
  const factors = value.split(' * ').map((each) => units[each] ?? Number(each.replaceAll('_', '')));
  const number = factors.reduce((product, each) => product * each, 1);
  const isTime =
    /(?:Ms|_MS|Timeout)$|^timeout$/.test(name) ||
    /^Milliseconds\b|\bin (?:ms|milliseconds)\b/.test(words) ||
    (factors.length > 1 && factors.some((each) => Object.values(units).includes(each)));
  const isSize = /bytes/i.test(name) || /\bbytes?\b/i.test(words);
  const kind = isTime ? 'time' : isSize ? 'size' : undefined;
  const [step, unit] = (kind && steps[kind].find(([each]) => number % each === 0)) ?? [];
  return step === undefined ? '' : `${number / step} ${unit}`;
};

/** Where an operation is served, and what it uses of other domains. */
export type Place = { file: string; name: string; uses: { domain: string; name: string }[] };

const imports = /^import (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from '([^']+)';/gm;

/**
 * Where operations are served, by name, or `.key` for one of several: the first thing in a call of `handle` that comes
 * from another file of a domain, also in a constant that it uses.
 */
export const serversIn = (path: string, source: string): Map<string, Place> => {
  const sources = new Map<string, { file: string; name: string }>();
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
  const constants = new Map(
    body
      .split(/\n(?=const )/)
      .slice(1)
      .map((text) => [/\w+/.exec(text.slice('const '.length))?.[0] ?? '', text]),
  );
  for (const part of body.split(/(?=\bhandle\w*\()|\n(?=const )/).slice(1)) {
    if (part.startsWith('const ')) continue;
    const inConstants = [...part.matchAll(/\w+/g)].map(([word]) => constants.get(word) ?? '');
    const call = [part, ...inConstants].join('\n');
    const used = [...call.matchAll(/(?<![.\w])(\w+)(?:\.(\w+))?/g)];
    const [, by = '', member = ''] = used.find(([, name = '']) => sources.has(name)) ?? [];
    const { file, name } = sources.get(by) ?? { file: path, name: '' };
    const uses = [...new Set(used.map(([, word = '']) => sources.get(word)))].flatMap((from) => {
      const domain = /domains\/([\w-]+)\//.exec(from?.file ?? '')?.[1];
      const isForeign = domain !== undefined && !path.includes(`/${domain}/`);
      return from && isForeign && from.name !== '' && from.file !== file
        ? [{ domain, name: from.name }]
        : [];
    });
    for (const [word] of part.matchAll(/(?<=operations)\.\w+|\w+/g))
      if (!served.has(word) && (word.startsWith('.') || operations.has(word)))
        served.set(word, { file, name: name || member, uses });
  }
  return served;
};
