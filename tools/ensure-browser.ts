import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-program.ts';

/** The engine without the browser runs the tests with a third less work, so it comes first. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const knownPlaces = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const fonts = 'fonts-noto-cjk';

/** Chromium for the tests: `CHROMIUM_PATH`, the machine's, or installed on Debian as root; else the error says how. */
export const ensureBrowser = async (): Promise<string> => {
  if (!knownBrowser() && hasApt() && process.getuid?.() === 0) await installByApt();
  const browser = knownBrowser();
  if (browser) return browser;
  throw new Error(
    'The browser tests need Chromium, and this machine has none. ' +
      `Install it with: ${installCommand()}\nOr name one: CHROMIUM_PATH=/path/to/chromium npm test`,
  );
};

/** The same without an installation; undefined if this machine has none. */
export const knownBrowser = (): string | undefined => {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH must be a Chromium that can be run, and ${chosen} is not one.`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...knownPlaces].find(isProgram);
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const hasApt = (): boolean => existsSync('/usr/bin/apt-get');

const installByApt = async (): Promise<void> => {
  console.log('Installing Chromium for the browser tests.');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-y', '--no-install-recommends'];
  await run('apt-get', ['update', '-qq'], { env });
  // Some releases have Chromium but not its shell.
  for (const browser of [shell, 'chromium'])
    if ((await run('apt-get', ['install', ...options, browser, fonts], { env })) === 0) return;
};

const installCommand = (): string => {
  if (process.platform === 'darwin') return 'brew install --cask chromium';
  if (hasApt()) return `sudo apt-get install chromium ${fonts}`;
  const hasDnf = spawnSync('dnf', ['--version'], { stdio: 'ignore' }).status === 0;
  return hasDnf ? 'sudo dnf install chromium' : "your system's package manager (package chromium)";
};
