import { afterEach, expect, test, vi } from 'vitest';
import { passkeyObstacle } from './passkey-support.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser at this address, whose page was served with this origin of PUBLIC_URL. */
const browseAt = (address: string, publicAddress = '', hasPasskeys = true) => {
  vi.stubGlobal('window', { location: new URL(address) });
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector.includes('public-address') ? { content: publicAddress } : null,
  });
  vi.stubGlobal(
    'PublicKeyCredential',
    hasPasskeys ? Object.assign(() => {}, { parseCreationOptionsFromJSON: () => {} }) : undefined,
  );
  return passkeyObstacle();
};

test.each([
  ['https://desk.example/login', 'https://desk.example'],
  ['http://localhost:4000/login', ''],
  ['http://localhost:4000/login', 'http://localhost:4000'],
])('passkeys work at %s, served for "%s"', (address, publicAddress) => {
  expect(browseAt(address, publicAddress)).toBeUndefined();
});

test.each([
  ['https://old.example/', 'https://desk.example', 'Passkeys work only at https://desk.example.'],
  ['http://127.0.0.1:4000/', '', 'Passkeys work only at http://localhost:4000.'],
  ['http://[::1]:4000/', '', 'Passkeys work only at http://localhost:4000.'],
  ['https://desk.example/', '', 'Passkeys are not set up on this server.'],
  ['https://10.0.0.5/', 'https://10.0.0.5', 'Passkeys need a host name in PUBLIC_URL.'],
])('%s, served for "%s", says why not: %s', (address, publicAddress, words) => {
  expect(browseAt(address, publicAddress)).toBe(words);
});

test('a browser without passkeys says so first', () => {
  expect(browseAt('https://desk.example/', 'https://desk.example', false)).toBe(
    'This browser has no passkeys.',
  );
});
