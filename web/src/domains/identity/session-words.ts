import { browserOf } from 'staffroom-contract/domains/identity/browsers.rules.ts';

/** The device of a session, as "Safari, macOS"; another program by the name that it gives first. */
export const sessionDevice = (userAgent: string): string =>
  browserOf(userAgent) ?? (userAgent.split(/[\s/]/, 1)[0]?.slice(0, 40) || 'Unknown device');
