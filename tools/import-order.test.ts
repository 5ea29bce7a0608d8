import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'staffroom-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = `import { importOrderOverrides } from ${JSON.stringify(join(root, 'tools/import-order.ts'))};
export default { categories: { correctness: 'off' }, overrides: importOrderOverrides };
`;

type Diagnostics = { diagnostics: { filename: string }[] };

/** Lints one file per import, and answers which of them were refused. */
const refusedOf = async (imports: [file: string, target: string][]): Promise<string[]> => {
  writeFileSync(join(folder, 'oxlint.config.ts'), config);
  for (const [file, target] of imports) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { it } from '${target}';\nexport const its = it;\n`);
  }
  const output = await new Promise<string>((resolve) => {
    const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'];
    execFile(process.execPath, args, { cwd: folder }, (_failed, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as Diagnostics;
  return diagnostics.map(({ filename }) => filename).toSorted();
};

test('imports run one way through the domains and the workspaces', async () => {
  const refused: [string, string][] = [
    ['contract/src/shared/reaches-server.ts', '@staffroom/server/src/app.ts'],
    ['contract/src/domains/users/later.rules.ts', '../orders/orders.rules.ts'],
    ['server/src/domains/orders/listens.ts', '../tickets/tickets.service.ts'],
    ['server/src/domains/polls/sibling.ts', '../homework/homework.service.ts'],
    ['server/src/domains/users/contract.ts', '@staffroom/contract/domains/orders/orders.rules.ts'],
    ['server/src/platform/reaches-web.ts', '../../../web/src/app/routes.ts'],
    ['web/src/domains/users/detail/deep.tsx', '../../orders/orders.api.ts'],
    ['web/src/domains/users/reaches-server.route.tsx', '@staffroom/server/src/app.ts'],
    ['web/src/ui/knows-a-domain.tsx', '../domains/orders/orders.api.ts'],
  ];
  const allowed: [string, string][] = [
    ['contract/src/domains/orders/orders.rules.ts', '../lessons/lessons.rules.ts'],
    ['server/src/domains/orders/orders.service.ts', '../users/users.service.ts'],
    ['server/src/domains/orders/own.ts', './orders.queries.ts'],
    ['server/src/domains/orders/contract.ts', '@staffroom/contract/domains/orders/orders.rules.ts'],
    ['web/src/domains/users/user-detail.route.tsx', '../orders/orders.api.ts'],
    ['web/src/domains/home/home.api.ts', '../tickets/tickets.api.ts'],
    ['web/src/app/routes.ts', '../domains/orders/order-list.route.tsx'],
  ];

  expect(await refusedOf([...refused, ...allowed])).toEqual(
    refused.map(([file]) => file).toSorted(),
  );
});
