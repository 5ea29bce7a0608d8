/**
 * Which domain may import which, from first to last. A domain imports those of earlier groups;
 * domains of one group do not know each other.
 */
const domainOrder = [
  ['identity'],
  ['users'],
  ['classes', 'live-sessions', 'question-bank'],
  ['lessons'],
  ['discount-codes', 'announcements', 'polls', 'homework', 'attendance'],
  ['orders'],
  ['tickets', 'tutor-payments', 'feedback'],
  ['reports'],
  ['integrations'],
  ['home', 'search'],
] as const;

type Restriction = { group: string[]; message: string };

const workspace = (name: string, message: string): Restriction => ({
  group: [`@staffroom/${name}/**`, `**/${name}/src/**`, `**/${name}/test/**`],
  message,
});

/** What a whole workspace may not import. */
const workspaceLimits: Record<string, Restriction[]> = {
  contract: [
    workspace('server', 'The contract knows neither the server nor the web app.'),
    workspace('web', 'The contract knows neither the server nor the web app.'),
  ],
  server: [workspace('web', 'The server does not import the web app.')],
  web: [workspace('server', 'The web app reaches the server only through the contract.')],
};

/** The ways in which a file of a domain can name another domain, at any depth of its own folder. */
const waysTo = (domain: string): string[] => [
  `**/domains/${domain}/**`,
  `../${domain}/**`,
  `../../${domain}/**`,
  `../../../${domain}/**`,
];

const restrict = (patterns: Restriction[]) => ({
  'no-restricted-imports': ['error' as const, { patterns }] as [
    'error',
    { patterns: Restriction[] },
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

/**
 * The lint overrides which keep imports running one way. A later override replaces an earlier one
 * of the same rule, so each carries its workspace's limits too.
 */
export const importOrderOverrides = [
  ...Object.entries(workspaceLimits).flatMap(([name, limits]) => [
    { files: [`${name}/**`], rules: restrict(limits) },
    ...domainOverrides(name, limits),
  ]),
  // A page composes any domain; shared building blocks know none.
  { files: ['web/src/domains/**/*.route.tsx'], rules: restrict(workspaceLimits['web'] ?? []) },
  {
    files: ['web/src/ui/**'],
    rules: restrict([
      ...(workspaceLimits['web'] ?? []),
      { group: ['../domains/**', '../../domains/**'], message: 'Building blocks know no domain.' },
    ]),
  },
];
