import { domainOrder } from 'staffroom-contract/shared/domains.ts';

/** Returns true if a file of one domain may import a file of another. */
export const mayImport = (from: string, to: string): boolean => {
  const placeOf = (domain: string) =>
    domainOrder.findIndex((group) => (group as readonly string[]).includes(domain));
  return from === to || placeOf(to) < placeOf(from);
};

type Restriction = { group: string[]; message: string };

const workspace = (name: string, message: string): Restriction => ({
  group: [`staffroom-${name}/**`, `**/${name}/src/**`, `**/${name}/test/**`],
  message,
});

/** Production is installed without it. */
const withoutDemo = workspace('demo', 'Only tools, bench and e2e import the demo data.');

/** Imports that a whole workspace must not have. */
const workspaceLimits: Record<string, Restriction[]> = {
  contract: [
    workspace('server', 'The contract knows neither the server nor the web app.'),
    workspace('web', 'The contract knows neither the server nor the web app.'),
    withoutDemo,
  ],
  server: [workspace('web', 'The server does not import the web app.'), withoutDemo],
  demo: [workspace('web', 'The demo data do not import the web app.')],
  web: [
    workspace('server', 'The web app reaches the server only through the contract.'),
    withoutDemo,
  ],
};

const screens: Restriction = {
  group: ['**/screens/**'],
  message: 'A screen composes domains; nothing below it imports a screen.',
};

/** Import paths by which a file of a domain can refer to another domain, at any depth of its own folder. */
const waysTo = (domain: string): string[] => [
  `**/domains/${domain}/**`,
  `../${domain}/**`,
  `../../${domain}/**`,
  `../../../${domain}/**`,
];

/** Imports that no file may have. */
const paths = [
  {
    name: 'react',
    importNames: ['lazy'],
    message: 'lazyPart, lazyForm and lazyTab keep the screen when code cannot be fetched.',
  },
];

const restrict = (patterns: Restriction[]) => ({
  'no-restricted-imports': ['error' as const, { paths, patterns }] as [
    'error',
    { paths: typeof paths; patterns: Restriction[] },
  ],
});

const domainOverrides = (name: string, limits: Restriction[]) =>
  domainOrder.flatMap((group, index) =>
    group.map((domain) => {
      const later = domainOrder
        .slice(index)
        .flat()
        .filter((other) => other !== domain);
      const message = `${domain} may import only domains that come before it (tools/import-order.ts).`;
      const patterns = [...limits, ...later.map((other) => ({ group: waysTo(other), message }))];
      return { files: [`${name}/src/domains/${domain}/**`], rules: restrict(patterns) };
    }),
  );

/** Lint overrides that keep imports in one direction; a later one replaces an earlier one, so each has all limits. */
export const importOrderOverrides = [
  ...Object.entries(workspaceLimits).flatMap(([name, limits]) => [
    { files: [`${name}/**`], rules: restrict(limits) },
    ...domainOverrides(name, [...limits, screens]),
  ]),
  {
    files: ['web/src/ui/**'],
    rules: restrict([
      ...(workspaceLimits['web'] ?? []),
      screens,
      { group: ['../domains/**', '../../domains/**'], message: 'Building blocks know no domain.' },
    ]),
  },
];
