import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { allOperations } from 'staffroom-contract/operations.ts';
import { routes as screenTree } from '../../web/src/app/routes.ts';
import { domainOrder } from 'staffroom-contract/shared/domains.ts';
import { root } from '../run-program.ts';
import {
  after,
  code,
  errorLine,
  fileLine,
  filesOf,
  isTest,
  jobLine,
  keyLines,
  listed,
  numberLines,
  operationLine,
  ruleLines,
  screenLine,
  screensBelow,
  serverLines,
  tableLines,
  textOf,
  type Screen,
} from './lines.ts';
import { declarationsOf, jobsIn, serversIn, tablesIn, type Place } from './read-source.ts';

const folder = join(root, 'docs/map');
const command = 'npm run format';
const note = `<!-- \`${command}\` writes this page from the code and its doc comments (tools/domain-map). -->`;

/** Where each operation is declared and served, by its name. */
type Operations = { contracts: Map<unknown, string>; served: Map<string, Place> };

const readOperations = async (): Promise<Operations> => {
  const contracts = new Map<unknown, string>();
  const served = new Map<string, Place>();
  for (const path of filesOf('server/src/domains/**/*.routes.ts'))
    for (const [name, place] of serversIn(path, textOf(path))) served.set(name, place);
  for (const path of filesOf('contract/src/domains/**/*.contract.ts')) {
    const values: unknown[] = Object.values((await import(join(root, path))) as object);
    for (const one of values) contracts.set(one, contracts.get(one) ?? path);
    const aliases = textOf(path).matchAll(/^export const (\w+) = \w+(\.\w+);/gm);
    for (const [, name = '', key = ''] of aliases) {
      const place = served.get(key);
      if (place) served.set(name, place);
    }
  }
  return { contracts, served };
};

const errorFile = code('contract/src/shared/errors.ts');

const titleOf = (domain: string) =>
  `${domain[0]?.toUpperCase()}${domain.slice(1).replaceAll('-', ' ')}`;

const section = ([title, lines]: [title: string, lines: string[]]) =>
  lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : [];

const isPolicy = (path: string) => /\.(?:rules|policy)\.ts$/.test(path);
const isJob = (path: string) =>
  jobsIn(textOf(path)).length > 0 ||
  (/^export const start/m.test(textOf(path)) &&
    textOf('server/src/main.ts').includes(path.replace('server/src', '.')));
/** Files of the server that have no section of their own. */
const isPlain = (path: string) =>
  !isPolicy(path) && !isJob(path) && !/\.(?:schema|view|routes|jobs)\.ts$/.test(path);
const isForm = (path: string) => /\b(?:defineForm|useActForm)\(/.test(textOf(path));
const isList = (path: string) => !isForm(path) && /\bdefineList\(/.test(textOf(path));
const isOtherPart = (path: string) => !isForm(path) && !isList(path);

const tableOf = (schema: string) => (constant: string) =>
  new RegExp(`const ${constant} = pgTable\\(\\s*'(\\w+)'`).exec(textOf(schema))?.[1] ?? constant;

/** The parts of the hourly clean-up (`pruning.ts`, `retention.ts`) in a domain. */
const cleanUpLines = (server: string) =>
  ['pruning', 'retention'].flatMap((name) => {
    const path = `server/src/${name}.ts`;
    const from = server.replace('server/src', '.');
    const imports = textOf(path).matchAll(
      new RegExp(`^import \\{([^}]*)\\} from '(${from}/[^']+)';`, 'gm'),
    );
    return [...imports].flatMap(([, names = '', file = '']) => {
      const used = names.split(',').flatMap((each) => each.trim() || []);
      const source = join('server/src', file);
      const isTable = file.includes('.schema');
      if (isTable && name === 'retention')
        return [`- hourly ${code(path)} deletes old rows of ${listed(used.map(tableOf(source)))}.`];
      if (isTable) return [];
      return declarationsOf(textOf(source))
        .filter((one) => used.includes(one.name))
        .map(
          (one) =>
            `- hourly ${code(relative(server, source))} ${code(one.name)}${after(one.words)}`,
        );
    });
  });

/** The tests of another domain's routes that call this domain. */
const callerTests = (domain: string) =>
  filesOf('server/src/domains/**/*.routes.ts').flatMap((path) => {
    if (path.includes(`/${domain}/`) || !textOf(path).includes(`'../${domain}/`)) return [];
    const base = dirname(path);
    const found = filesOf(`${base}/*.test.ts`).filter(
      (one) => textOf(one).includes(`domains/${domain}/`) || textOf(one).includes(`'../${domain}/`),
    );
    const names = found.map((one) => relative(base, one));
    return names.length > 0 ? [`- ${code(basename(path))}, ${code(base)}: ${listed(names)}`] : [];
  });

/** The page of a domain, and its contents for the index. */
const domainPage = (domain: string, allScreens: Screen[], { contracts, served }: Operations) => {
  const [contract, server, web] = ['contract', 'server', 'web'].map(
    (workspace) => `${workspace}/src/domains/${domain}`,
  ) as [string, string, string];
  const e2e = `e2e/${domain}`;
  const files = [
    ...filesOf(`{${contract},${server},${web}}/**/*.{ts,tsx}`),
    ...filesOf(`${e2e}/*.ts`),
  ];
  const below = (base: string) => files.filter((path) => path.startsWith(`${base}/`));
  const within = (base: string, shown = (_path: string) => true) =>
    below(base).filter((path) => !isTest(path) && shown(path));
  const folders = [contract, server, web, e2e].filter((base) => below(base).length > 0);

  const own = allScreens.filter(({ file }) => file.startsWith(`web/src/screens/${domain}/`));
  const others = allScreens.filter(
    (one) => !own.includes(one) && one.parts.some((part) => part.startsWith(`${web}/`)),
  );
  const operations = allOperations.filter((one) => contracts.get(one)?.startsWith(`${contract}/`));
  const byContract = Map.groupBy(operations, (one) => contracts.get(one) ?? '');
  const errors = operations.flatMap((one) => one.errors ?? []).filter((one) => one !== 'stale');
  const tests = folders.flatMap((base) => {
    const found = below(base).filter(isTest);
    const names = found.map((path) => relative(base, path));
    return found.length > 0 ? [`- ${code(base)}: ${listed(names)}`] : [];
  });
  const rows = filesOf('{server/test/factories,demo/src}/**/*.ts').filter((path) =>
    new RegExp(`/domains/${domain}/[^']*schema`).test(textOf(path)),
  );
  tests.push(...callerTests(domain));
  if (rows.length > 0) tests.push(`- factories and demo rows: ${listed(rows)}`);
  const numbers = [contract, server].flatMap((base) =>
    within(base).flatMap((path) => numberLines(path, base)),
  );
  const rules = within(contract, (path) => !path.endsWith('.contract.ts'));
  const policies = within(server, isPolicy);
  const placeOf = (operation: string) => {
    const place = served.get(operation);
    if (!place) throw new Error(`No *.routes.ts binds ${operation} with handle.`);
    return place;
  };

  const sections: [title: string, lines: string[]][] = [
    ['Screens', [...own, ...others].map((screen) => screenLine(screen, web))],
    ...[...byContract].map(([file, some]): [string, string[]] => [
      `Operations of ${code(basename(file))}`,
      some.map((one) => operationLine(one, placeOf(one.name), server)),
    ]),
    ['Error codes', [...new Set(errors)].toSorted().map((one) => errorLine(one, server))],
    ['Tables', within(server).flatMap((path) => tableLines(path, server))],
    [
      'Jobs',
      [...within(server, isJob).map((path) => jobLine(path, server)), ...cleanUpLines(server)],
    ],
    ['Limits and numbers', numbers],
    [
      `Rules of server and web, in ${code(contract)}`,
      rules.flatMap((path) => ruleLines(path, contract)),
    ],
    [
      `Rules of the server, in ${code(server)}`,
      policies.flatMap((path) => ruleLines(path, server)),
    ],
    ['Server', within(server, isPlain).flatMap((path) => serverLines(path, server))],
    ['Forms', within(web, isForm).map((path) => fileLine(path, web))],
    ['Lists', within(web, isList).map((path) => fileLine(path, web))],
    ['Web', within(web, isOtherPart).map((path) => fileLine(path, web))],
    ['Keys', keyLines(within(web), web)],
    ['Tests', tests],
  ];
  const intro = `Files are in ${listed(folders)}, texts of error codes in ${errorFile}.`;
  const page = [`# ${titleOf(domain)}`, '', note, '', intro, '', ...sections.flatMap(section)];

  const texts = within(server).map(textOf);
  const contents = [
    ['screens', own.map(({ address }) => address)] as const,
    ['tables', texts.flatMap(tablesIn).map(({ name }) => name)] as const,
    ['jobs', texts.flatMap(jobsIn)] as const,
  ].flatMap(([name, some]) => (some.length > 0 ? [`${name} ${listed(some)}`] : []));
  return { page: page.join('\n'), contents: contents.join('; ') };
};

/** Pages of the code that knows no domain: file, title and folders. */
const sharedPages = [
  {
    name: 'platform.md',
    title: 'Platform of contract and server',
    folders: ['contract/src/shared', 'server/src', 'server/src/platform'],
  },
  {
    name: 'web-kit.md',
    title: 'Shared parts of the web app',
    folders: ['web/src/app', 'web/src/kit', 'web/src/lib', 'web/src/ui'],
  },
];

const sharedPage = (title: string, folders: readonly string[]) => {
  const parts = folders.flatMap((base) => {
    const depth = base === 'server/src' ? '*' : '**/*';
    const files = filesOf(`${base}/${depth}.{ts,tsx}`).filter((path) => !isTest(path));
    const numbers = files.flatMap((path) => numberLines(path, base));
    return [
      ...section([code(base), files.map((path) => fileLine(path, base))]),
      ...section([`Tables of ${code(base)}`, files.flatMap((path) => tableLines(path, base))]),
      ...section([
        `Jobs of ${code(base)}`,
        files
          .filter((path) => isJob(path) && !path.endsWith('platform/jobs.ts'))
          .map((path) => jobLine(path, base)),
      ]),
      ...section([`Keys of ${code(base)}`, keyLines(files, base)]),
      ...section([`Limits and numbers of ${code(base)}`, numbers]),
    ];
  });
  return [`# ${title}`, '', note, '', ...parts].join('\n');
};

export const makeMap = async (): Promise<Record<string, string>> => {
  const operations = await readOperations();
  const screens = screensBelow(screenTree);
  const pages: Record<string, string> = {};
  const index: string[] = [];
  for (const domain of domainOrder.flat().toSorted()) {
    const { page, contents } = domainPage(domain, screens, operations);
    pages[`${domain}.md`] = page;
    index.push(`- [${titleOf(domain)}](${domain}.md)${after(contents)}`);
  }
  for (const { name, title, folders } of sharedPages) {
    pages[name] = sharedPage(title, folders);
    index.push(`- [${title}](${name}), which know no domain: ${listed(folders)}.`);
  }
  const title = 'Each page shows where everything of a domain is: screens to tests.';
  pages['README.md'] = ['# Map', '', note, '', title, '', ...index, ''].join('\n');
  return pages;
};

/** Writes the pages, and deletes those of domains that no longer exist. */
export const writeMap = async (): Promise<void> => {
  const pages = await makeMap();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of Object.entries(pages)) writeFileSync(join(folder, name), page);
};

/** Returns the names of the pages that are missing, differ or are left over. */
export const outdatedPages = (
  pages: Record<string, string>,
  written: Record<string, string>,
): string[] => {
  const names = new Set([...Object.keys(pages), ...Object.keys(written)]);
  return [...names].filter((name) => pages[name] !== written[name]);
};

/** Reports each page that differs from the code; resolves to the exit code. */
export const checkMap = async (): Promise<number> => {
  const written: Record<string, string> = {};
  for (const name of globSync('*.md', { cwd: folder }))
    written[name] = readFileSync(join(folder, name), 'utf8');
  const outdated = outdatedPages(await makeMap(), written);
  for (const name of outdated) console.error(`docs/map/${name} is out of date. Run: ${command}`);
  return outdated.length > 0 ? 1 : 0;
};
