import { servedAddress } from '../../lib/served-page.ts';

/**
 * Why no passkey can be made or used here, as a sentence; undefined if they work. Besides the browser, the address
 * decides: a passkey belongs to the host of PUBLIC_URL, without it to localhost. In a file of its own, since the sign-in
 * screen asks at once.
 */
export const passkeyObstacle = (): string | undefined => {
  const hasPasskeys =
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential;
  if (!hasPasskeys) return 'This browser has no passkeys.';
  const { origin, hostname, port, protocol } = window.location;
  const address = servedAddress();
  if (address && origin !== address) return `Passkeys work only at ${address}.`;
  if (hostname === 'localhost') return undefined;
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  if (address) return isNumber ? 'Passkeys need a host name in PUBLIC_URL.' : undefined;
  return /^(127\.|\[::1\])/.test(hostname)
    ? `Passkeys work only at ${protocol}//localhost${port && `:${port}`}.`
    : 'Passkeys are not set up on this server.';
};

/** The lock of this device in words: "Touch ID" of "this Mac". */
export const deviceLock = (): { way: string; device: string } => {
  const { userAgent } = navigator;
  return (
    locks.find(({ system }) => userAgent.includes(system)) ?? {
      way: 'your fingerprint, face or screen lock',
      device: 'this device',
    }
  );
};

/** In this order: iPhones and iPads name Mac OS X too. */
const locks = [
  { system: 'iPhone', way: 'Face ID or Touch ID', device: 'this iPhone' },
  { system: 'iPad', way: 'Face ID or Touch ID', device: 'this iPad' },
  { system: 'Mac OS X', way: 'Touch ID', device: 'this Mac' },
  { system: 'Windows', way: 'Windows Hello', device: 'this PC' },
  { system: 'Android', way: 'your screen lock', device: 'this phone' },
];
