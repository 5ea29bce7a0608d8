import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from './settings.ts';
import { showSettings } from './shown-settings.ts';

const aFile = (content: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
};

describe('a secret in a file', () => {
  test('is read without the line break at its end', () => {
    const METRICS_TOKEN_FILE = aFile('a token with spaces \n');
    expect(readSettings({ METRICS_TOKEN_FILE }).metricsToken).toBe('a token with spaces ');
    const DATABASE_URL_FILE = aFile('postgres://db/staffroom\r\n');
    const settings = readSettings({ DATABASE_URL_FILE });
    expect(settings.databaseUrl).toBe('postgres://db/staffroom');
    const shown = showSettings(settings).find(({ name }) => name === 'DATABASE_URL');
    expect(shown).toMatchObject({ value: 'set', source: 'file' });
  });

  test('is checked like one in the environment, without being named', () => {
    const read = () => readSettings({ SMTP_URL_FILE: aFile('https://user:hunter2@mail') });
    expect(read).toThrow('SMTP_URL must be a URL that starts with smtp://');
    expect(read).not.toThrow('hunter2');
  });

  test('is refused beside one in the environment', () => {
    expect(() => readSettings({ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: aFile('b') })).toThrow(
      'METRICS_TOKEN_FILE must be left out when METRICS_TOKEN is set',
    );
  });

  test('is refused when the file is missing, a folder or empty', () => {
    const read = (METRICS_TOKEN_FILE: string) => () => readSettings({ METRICS_TOKEN_FILE });
    expect(read('/nowhere/token')).toThrow(
      'METRICS_TOKEN_FILE must be a file that this account can read (/nowhere/token: ENOENT), for example',
    );
    expect(read(tmpdir())).toThrow('EISDIR');
    expect(read(aFile('\n'))).toThrow('METRICS_TOKEN_FILE must be a file with the secret');
  });
});
