import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { domainOrder } from 'staffroom-contract/shared/domains.ts';
import { mayImport } from './import-order.ts';
import { root } from './run-program.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const config = `import { importOrderOverrides } from ${JSON.stringify(join(root, 'tools/import-order.ts'))};
export default { categories: { correctness: 'off' }, overrides: importOrderOverrides };
`;

type Import = [file: string, target: string, name?: string];
type Diagnostics = { diagnostics: { filename: string }[] };

/** Lints one file per import, and returns the refused ones. */
const refusedOf = async (imports: Import[]): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-imports-'));
  folders.push(folder);
  writeFileSync(join(folder, 'oxlint.config.ts'), config);
  for (const [file, target, name = 'it'] of imports) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(
      join(folder, file),
      `import { ${name} } from '${target}';\nexport const its = ${name};\n`,
    );
  }
  const output = await new Promise<string>((resolve) => {
    const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'];
    execFile(process.execPath, args, { cwd: folder }, (_failed, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as Diagnostics;
  return diagnostics.map(({ filename }) => filename).toSorted();
};

test('imports run one way through the domains and the workspaces', async () => {
  const refused: Import[] = [
    ['contract/src/shared/reaches-server.ts', 'staffroom-server/src/app.ts'],
    ['contract/src/domains/users/later.rules.ts', '../orders/orders.rules.ts'],
    ['server/src/domains/orders/listens.ts', '../tickets/tickets.service.ts'],
    ['server/src/domains/polls/sibling.ts', '../homework/homework.service.ts'],
    ['server/src/domains/users/contract.ts', 'staffroom-contract/domains/orders/orders.rules.ts'],
    ['server/src/platform/reaches-web.ts', '../../../web/src/app/routes.ts'],
    ['contract/src/domains/users/reaches-demo.rules.ts', 'staffroom-demo/names.ts'],
    ['server/src/main.ts', 'staffroom-demo/fill-demo-data.ts'],
    ['server/src/domains/orders/reaches-demo.ts', '../../../../demo/src/orders.ts'],
    ['server/test/reaches-demo.ts', 'staffroom-demo/fill-demo-data.ts'],
    ['demo/src/reaches-web.ts', '../../web/src/app/routes.ts'],
    ['web/src/app/reaches-demo.ts', 'staffroom-demo/sign-ins.ts'],
    ['web/src/domains/users/detail/deep.tsx', '../../orders/orders.api.ts'],
    ['web/src/screens/users/reaches-server.route.tsx', 'staffroom-server/src/app.ts'],
    ['web/src/domains/users/opens-a-screen.tsx', '../../screens/orders/order-list.route.tsx'],
    ['web/src/ui/knows-a-screen.tsx', '../screens/orders/order-list.route.tsx'],
    ['web/src/ui/knows-a-domain.tsx', '../domains/orders/orders.api.ts'],
  ];
  const allowed: Import[] = [
    ['contract/src/domains/orders/orders.rules.ts', '../lessons/lessons.rules.ts'],
    ['server/src/domains/orders/orders.service.ts', '../users/users.service.ts'],
    ['server/src/domains/orders/own.ts', './orders.queries.ts'],
    ['server/src/domains/orders/contract.ts', 'staffroom-contract/domains/orders/orders.rules.ts'],
    ['demo/src/orders.ts', 'staffroom-server/src/domains/orders/orders.service.ts'],
    ['tools/start.ts', 'staffroom-demo/fill-demo-data.ts'],
    ['web/src/screens/users/user.route.tsx', '../../domains/orders/orders.api.ts'],
    ['web/src/domains/home/home.api.ts', '../tickets/tickets.api.ts'],
    ['web/src/app/routes.ts', '../screens/orders/order-list.route.tsx'],
  ];

  expect(await refusedOf([...refused, ...allowed])).toEqual(
    refused.map(([file]) => file).toSorted(),
  );
});

test('every domain has a place in the order', () => {
  const folders = globSync('{contract,server,web}/src/domains/*/', { cwd: root });
  const domains = new Set(folders.map((folder) => basename(folder)));
  expect([...domains].toSorted()).toEqual(domainOrder.flat().toSorted());
});

/** The place of a file: a domain, the screens, or elsewhere in its workspace. */
const placeOf = (file: string) =>
  /\/src\/(?:domains\/([^/]+)|(screens))\//.exec(file)?.slice(1) ?? [];

/** The lint rule does not see `import()`. */
const isRefusedLazily = (file: string, target: string) => {
  const [from, fromScreens] = placeOf(file);
  const [to, toScreens] = placeOf(join(dirname(file), target));
  if (from === undefined) return toScreens !== undefined && fromScreens === undefined;
  return toScreens !== undefined || (to !== undefined && !mayImport(from, to));
};

test('lazy imports run the same way', () => {
  const file = 'web/src/domains/users/detail/deep.tsx';
  expect(isRefusedLazily(file, '../../orders/order-form.tsx')).toBe(true);
  expect(isRefusedLazily(file, '../user-form.tsx')).toBe(false);
  expect(isRefusedLazily('web/src/domains/orders/a.tsx', '../users/user-form.tsx')).toBe(false);
  expect(isRefusedLazily(file, '../../../screens/users/user.route.tsx')).toBe(true);
  expect(isRefusedLazily('web/src/ui/a.tsx', '../screens/users/user.route.tsx')).toBe(true);

  const lazy = globSync('{contract,server,demo,web}/src/**/*.{ts,tsx}', { cwd: root }).flatMap(
    (path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(
        ([, target = '']) => [path, target] as const,
      ),
  );
  expect(lazy.length).toBeGreaterThan(20);
  expect(lazy.filter((one) => isRefusedLazily(...one))).toEqual([]);
});

test('the product does not load the demo data lazily either', () => {
  const product = globSync('{contract,server,web}/{src,test}/**/*.{ts,tsx}', { cwd: root });
  expect(product.length).toBeGreaterThan(1000);
  expect(
    product.filter((path) =>
      /\bimport\(\s*'(?:staffroom-demo\/|[./]+demo\/src\/)/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    ),
  ).toEqual([]);
});

test('parts of a screen that load late do not use React’s own lazy', async () => {
  const refused: Import[] = [
    ['web/src/domains/orders/loads-late.tsx', 'react', 'lazy'],
    ['web/src/screens/orders/loads-late.route.tsx', 'react', 'lazy'],
    ['web/src/ui/loads-late.tsx', 'react', 'lazy'],
    ['web/src/app/loads-late.tsx', 'react', 'lazy'],
  ];
  const allowed: Import[] = [['web/src/domains/orders/keeps.tsx', 'react', 'useState']];
  expect(await refusedOf([...refused, ...allowed])).toEqual(
    refused.map(([file]) => file).toSorted(),
  );
});
