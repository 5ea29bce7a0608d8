import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from './build-web.ts';
import { isLeftOut, releaseContents } from './release-contents.ts';
import { run, root } from './run-program.ts';
import { runCommand } from './run-command.ts';

/** Copies the files of a release to the folder `to`. */
const copyContents = (to: string): void => {
  for (const path of releaseContents) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => !isLeftOut(relative(root, source)),
    });
  }
};

const program = `#!/bin/sh
# Runs Staffroom: ./staffroom, ./staffroom backup, ./staffroom restore, ./staffroom create-admin
set -e
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
node=node
for own in "$here"/node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$own; fi
done
if [ $# -eq 0 ]; then set -- start; fi
export STAFFROOM_RELEASE=1
exec "$node" "$here/tools/launch.mjs" "$@"
`;

type Release = { archive: string; bytes: number; sha256: string };

/**
 * Makes `staffroom-<version>-<platform>.tar.gz` in the folder `to`: the built web app, the packages that run the product
 * and, unless `withNode` is false, the Node that it runs on.
 */
const makeRelease = async ({
  to,
  withNode,
  log,
}: {
  to: string;
  withNode: boolean;
  log: (line: string) => void;
}): Promise<Release> => {
  await buildWeb(log);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const name = `staffroom-${version}-${process.platform}-${process.arch}${withNode ? '' : '-without-node'}`;
  const work = mkdtempSync(join(tmpdir(), 'staffroom-release-'));
  const folder = join(work, name);
  try {
    copyContents(folder);
    await mustRun(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { installForProduction } from ${JSON.stringify(join(folder, 'tools/install.mjs'))}; installForProduction();`,
    ]);
    for (const link of ['staffroom-web', 'staffroom-demo', 'staffroom-e2e'])
      rmSync(join(folder, 'node_modules', link), { force: true });
    const packagedNode = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
    if (!withNode) rmSync(packagedNode, { recursive: true, force: true });
    writeFileSync(join(folder, 'staffroom'), program);
    chmodSync(join(folder, 'staffroom'), 0o755);
    mkdirSync(to, { recursive: true });
    const archive = join(to, `${name}.tar.gz`);
    const unfinished = join(work, 'unfinished.tar.gz');
    await mustRun('tar', ['-czf', unfinished, '-C', work, name]);
    cpSync(unfinished, `${archive}.unfinished`);
    renameSync(`${archive}.unfinished`, archive);
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`);
    return { archive, bytes: statSync(archive).size, sha256 };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const mustRun = async (command: string, args: string[]): Promise<void> => {
  const code = await run(command, args);
  if (code !== 0) throw new Error(`${command} ended with ${code}. See the messages above.`);
};

/** `npm run release`, or `npm run release -- --to /srv/releases --without-node`. */
await runCommand(async ({ log }) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: 'release' },
      'without-node': { type: 'boolean', default: false },
    },
  });
  if (!existsSync(join(root, 'web/src')))
    throw new Error('A release is made from the sources, and this is a release.');
  const { archive, bytes, sha256 } = await makeRelease({
    to: values.to,
    withNode: !values['without-node'],
    log,
  });
  log(`The release is ${archive} (${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}).`);
});
