import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import {
  mayCall,
  mayOpen,
  screenRoutes,
  staffRoles,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { errorCatalogue, type ErrorCode } from 'staffroom-contract/shared/errors.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { screenNames } from '../../web/src/domains/identity/screen-names.ts';
import { root } from '../run-program.ts';
import {
  declarationsOf,
  jobsIn,
  keysIn,
  tablesIn,
  valuesIn,
  withUnit,
  type Place,
} from './read-source.ts';

const once = <T>(read: (key: string) => T) => {
  const kept = new Map<string, T>();
  return (key: string): T => {
    const value = kept.get(key) ?? read(key);
    kept.set(key, value);
    return value;
  };
};

/** The text of a file, by its path below the root. */
export const textOf = once((path) => readFileSync(join(root, path), 'utf8'));
/** The files of a pattern by name, as paths below the root. */
export const filesOf = once((pattern) => globSync(pattern, { cwd: root }).toSorted());
export const isTest = (path: string) => /\.test\.|\.test-helper\.|^e2e\//.test(path);

export const code = (words: string) => `\`${words}\``;
export const listed = (words: readonly string[]) => words.map(code).join(', ');
export const after = (words: string) => (words === '' ? '' : `: ${words}.`);

const rolesThat = (may: (rights: { role: StaffRole; extra_routes: string[] }) => boolean) => {
  const roles = staffRoles.filter((role) => may({ role, extra_routes: [] }));
  return roles.length === staffRoles.length ? 'all roles' : roles.join(', ');
};

const callersOf = (operation: AnyOperation) => {
  const { access } = operation;
  if (access === 'public') return 'public';
  if (typeof access === 'object' && 'scope' in access) return `token ${code(access.scope)}`;
  return rolesThat((rights) => mayCall(rights, operation));
};

/** The declarations of a file with a doc comment, without types and numbers. */
const documentedIn = (path: string) =>
  declarationsOf(textOf(path)).filter(
    ({ kind, value, words }) => kind !== 'type' && value === '' && words !== '',
  );

/** A file by the documented export of its name, or by its first one, with the names of the others. */
export const fileLine = (path: string, base: string) => {
  const declared = documentedIn(path);
  const exported = declared.filter((one) => one.exported);
  const fileName = basename(path).replace(/\.tsx?$|\W/g, '');
  const named = exported.find(({ name }) => name.toLowerCase().startsWith(fileName));
  const first = named ?? exported[0] ?? declared[0];
  const others = exported.filter((one) => one !== first).map(({ name }) => name);
  const more = others.length > 0 ? ` Also ${listed(others)}.` : '';
  const main = first ? ` ${code(first.name)}${after(first.words)}` : '';
  return `- ${code(relative(base, path))}${main}${more}`;
};

const longestValues = 180;

/** A file of rules with all its documented declarations, and the values of short lists. */
export const ruleLines = (path: string, base: string) => {
  const values = valuesIn(textOf(path));
  const lines = documentedIn(path).map(({ name, words }) => {
    const shown = listed(values.get(name) ?? []);
    const list = shown === '' || shown.length > longestValues ? '' : ` (${shown})`;
    return `  - ${code(name)}${list}${after(words)}`;
  });
  return lines.length > 0 ? [`- ${code(relative(base, path))}`, ...lines] : [];
};

/** A file of a service with each documented export, or the line of another file. */
export const serverLines = (path: string, base: string) => {
  const exported = documentedIn(path).filter((one) => one.exported);
  if (!path.endsWith('.service.ts') || exported.length < 2) return [fileLine(path, base)];
  const lines = exported.map(({ name, words }) => `  - ${code(name)}${after(words)}`);
  return [`- ${code(relative(base, path))}`, ...lines];
};

const unit = /^(?:second|minute|hour|day)(?:Ms)?$/;

/** The numbers of a file, without units of time, and what is named as a limit. */
export const numberLines = (path: string, base: string) =>
  declarationsOf(textOf(path))
    .filter(({ name, value }) => (value !== '' && !unit.test(name)) || /^limits?$/.test(name))
    .map(({ name, value, words }) => {
      const number = code(value === '' ? name : `${name} = ${value}`);
      const unitOfIt = value === '' ? '' : withUnit({ name, value, words });
      const amount = unitOfIt === '' ? '' : ` (${unitOfIt})`;
      return `- ${number}${amount} ${code(relative(base, path))}${after(words)}`;
    });

/** A screen and the files of components that it shows. */
export type Screen = { file: string; address: string; parts: string[] };
type RouteNode = { file?: string; path?: string; children?: unknown[] };

/** Returns the screens below a node of the routes. */
export const screensBelow = ({ file = '', path = '/', children = [] }: RouteNode): Screen[] => {
  const screen = `web/src/${file}`;
  if (!file.startsWith('screens/'))
    return children.flatMap((child) => screensBelow(child as RouteNode));
  const imported = textOf(screen).matchAll(/'(\.[^']+\/domains\/[^']+\.tsx)'/g);
  const parts = [...imported].map(([, from = '']) => join(dirname(screen), from));
  return [{ file: screen, address: path, parts: [...new Set(parts)].toSorted() }];
};

export const screenLine = ({ file, address, parts }: Screen, web: string) => {
  const guard = screenRoutes.findLast((route) => address.startsWith(route));
  const name = guard === address ? ` **${screenNames[guard]}**` : '';
  const roles = guard ? rolesThat((rights) => mayOpen(rights, guard)) : 'all roles';
  const component = /\bcomponent: (\w+)/.exec(textOf(file))?.[1];
  const words = documentedIn(file).find((one) => one.name === component)?.words ?? '';
  const here = parts.filter((part) => part.startsWith(`${web}/`));
  const shows = here.length > 0 ? ` Shows ${listed(here.map((part) => relative(web, part)))}.` : '';
  return `- ${code(address)}${name} (${roles}) ${code(file)}${after(words)}${shows}`;
};

export const operationLine = (
  operation: AnyOperation,
  { file, name, uses }: Place,
  base: string,
) => {
  const call = code(`${operation.method} ${operation.path}`);
  const by = name === '' ? '' : ` ${code(name)}`;
  const byDomain = Map.groupBy(uses, ({ domain }) => domain);
  const others = [...byDomain].map(
    ([domain, some]) => `; uses ${listed(some.map((one) => one.name))} of ${domain}`,
  );
  const errors = (operation.errors ?? []).filter((error) => error !== 'stale');
  const refuses = errors.length > 0 ? `; refuses ${listed(errors)}` : '';
  return `- ${code(operation.name)} ${call} (${callersOf(operation)}) ${code(relative(base, file))}${by}${others.join('')}${refuses}`;
};

/** An error and the files that refuse by it: those of the domain and of the contract, if there are any. */
export const errorLine = (error: ErrorCode, base: string) => {
  const [status, message] = errorCatalogue[error];
  const all = filesOf('{server/src,contract/src/domains}/**/*.ts').filter(
    (path) =>
      !isTest(path) && !path.endsWith('.contract.ts') && textOf(path).includes(`'${error}'`),
  );
  const own = all.filter((path) => path.startsWith(`${base}/`) || path.startsWith('contract/'));
  const places = (own.length > 0 ? own : all).map((path) => path.replace(`${base}/`, ''));
  return `- ${code(error)} ${status} “${message}” ${listed(places)}`.trimEnd();
};

/** The tables of a file, each with the migration that creates it. */
export const tableLines = (path: string, base: string) =>
  tablesIn(textOf(path)).map(({ name, words }) => {
    const creates = new RegExp(`create (?:unlogged )?(?:table|view) ${name}\\b`);
    const migration = filesOf('server/migrations/*.sql').find((one) => creates.test(textOf(one)));
    const files = [relative(base, path), ...(migration ? [basename(migration)] : [])];
    return `- ${code(name)} ${listed(files)}${after(words)}`;
  });

/** The keyboard shortcuts of these files, each once. */
export const keyLines = (paths: readonly string[], base: string) => {
  const found = paths.flatMap((path) =>
    keysIn(textOf(path)).map(({ key, label }) => ({ path, words: `${code(key)} ${label}` })),
  );
  return [...Map.groupBy(found, ({ words }) => words)].map(
    ([words, places]) => `- ${words} ${listed(places.map(({ path }) => relative(base, path)))}`,
  );
};

/** A job, or a check that a worker repeats. */
export const jobLine = (path: string, base: string) =>
  `- ${listed(jobsIn(textOf(path))) || 'repeated'} ${fileLine(path, base).slice(2)}`;
