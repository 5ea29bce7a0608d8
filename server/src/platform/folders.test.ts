import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePlace } from './embedded-postgres/prepare-launch.ts';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { aFolder } from './embedded-postgres/test-helpers.ts';
import { explainDataDir, makeFolders, requireOutbox, requireSpace } from './folders.ts';
import { SettingsError } from './environment.ts';
import { readSettings } from './settings.ts';

const example = 'for example DATA_DIR=/var/lib/staffroom.';

/** A path below a file. */
const belowAFile = () => {
  const file = join(aFolder(), 'notes.txt');
  writeFileSync(file, '');
  return { file, dataDir: join(file, 'data') };
};

/** A folder that this process may not write to; root drops its rights until the test has finished. */
const aClosedFolder = () => {
  const folder = aFolder();
  chmodSync(folder, 0o500);
  if (process.geteuid?.() === 0) {
    process.seteuid?.(65_534);
    onTestFinished(() => process.seteuid?.(0));
  }
  return folder;
};

const workerIn = (dataDir: string, more: Record<string, string> = {}) =>
  readSettings({ DATABASE_URL: 'postgres://db/x', ROLE: 'worker', DATA_DIR: dataDir, ...more });

describe('a data directory that cannot be used stops the start with a message that names DATA_DIR', () => {
  test('below a file', async () => {
    const { file, dataDir } = belowAFile();
    const sentence = new SettingsError(
      `DATA_DIR must be a folder, and ${file} is a file, ${example}`,
    );
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
      sentence,
    );
    expect(() => requireOutbox(workerIn(dataDir))).toThrow(sentence);
  });

  test('a file itself', async () => {
    const { file } = belowAFile();
    await expect(startEmbeddedPostgres({ dataDir: file, log: () => undefined })).rejects.toThrow(
      `DATA_DIR must be a folder, and ${file} is a file`,
    );
  });

  test('without the right to write', () => {
    const folder = aClosedFolder();
    const dataDir = join(folder, 'data');
    expect(() => makePlace(dataDir)).toThrow(SettingsError);
    expect(() => makePlace(dataDir)).toThrow(
      /^DATA_DIR must be a folder that this account may write, and .* is not one \(EACCES\), for example/,
    );
  });

  test('in a place where no folder can be created', () => {
    expect(() => makePlace('/proc/staffroom')).toThrow(/^DATA_DIR must be .*\/proc\/staffroom/);
    expect(() => makeFolders('/proc/staffroom/data')).toThrow(/ENOENT|EACCES|EROFS/);
  });

  test('on a disk with too little space, before anything is written', () => {
    const folder = aFolder();
    expect(() => requireSpace(join(folder, 'data'), 1e18)).toThrow(
      /^DATA_DIR must be on a disk with at least 1000000000000 MB free, and that of .* has \d+ MB, for example DATA_DIR=\/var\/lib\/staffroom\.$/,
    );
    expect(() => requireSpace(join(folder, 'data'), 1)).not.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a file', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ['a quota', Object.assign(new Error('write'), { code: 'EDQUOT' })],
    ['a statement', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['initdb', new Error('initdb: error: could not write file: No space left on device')],
  ])('on a disk that is full, as %s reports it', (_what, error) => {
    expect(explainDataDir('/srv/data', error)).toEqual(
      new SettingsError(
        `DATA_DIR must be on a disk with free space, and that of /srv/data is full, ${example}`,
      ),
    );
  });

  test('any other error keeps its message', () => {
    const error = new Error('PostgreSQL did not start.');
    expect(explainDataDir('/srv/data', error)).toBe(error);
  });
});

test('only a process that writes messages as files needs an outbox, and it is not created at the start', () => {
  const { dataDir } = belowAFile();
  const ways = {
    SMTP_URL: 'smtp://127.0.0.1:1025',
    TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+6560000100',
  };
  expect(() => requireOutbox(workerIn(dataDir, ways))).not.toThrow();
  expect(() => requireOutbox(workerIn(dataDir, { ROLE: 'api' }))).not.toThrow();
  const writable = join(aFolder(), 'data');
  mkdirSync(writable);
  expect(() => requireOutbox(workerIn(writable))).not.toThrow();
  expect(existsSync(join(writable, 'outbox'))).toBe(false);
});

test.each([
  ['DATA_DIR', () => ({ DATA_DIR: belowAFile().dataDir }), 'DATA_DIR must be a folder, and '],
  ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' }), 'LOG_LEVEL must be one of trace, debug, info'],
])('a worker with a wrong %s ends with only the message', (_name, wrong, sentence) => {
  const program = join(import.meta.dirname, '../worker.ts');
  const { status, stderr } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      ...wrong(),
    },
    timeout: 20_000,
  });
  expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, lines: 1 });
  expect(stderr).toContain(sentence);
});
