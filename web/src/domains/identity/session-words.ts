import { browserOf } from 'staffroom-contract/domains/identity/browsers.rules.ts';
import type { RecentSignIn } from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';

/** The device of a session, as "Safari, macOS"; another program by the name that it gives first. */
export const sessionDevice = (userAgent: string): string =>
  browserOf(userAgent) ?? (userAgent.split(/[\s/]/, 1)[0]?.slice(0, 40) || 'Unknown device');

const outcomes: Record<Exclude<RecentSignIn['outcome'], 'signed_in'>, string> = {
  wrong_password: 'Wrong password',
  wrong_code: 'Wrong code',
  wrong_passkey: 'Passkey refused',
  refused: 'Sign-in refused',
};

/** A sign-in in words: "Signed in", "Wrong password". */
export const signInWords = ({ outcome, means }: RecentSignIn): string => {
  if (outcome !== 'signed_in') return outcomes[outcome];
  return means === 'recovery_code' ? 'Recovery code used' : 'Signed in';
};

const meansWords: Record<RecentSignIn['means'], string> = {
  password: 'Password',
  code: 'Two-factor code',
  recovery_code: 'Recovery code',
  passkey: 'Passkey',
  provider: 'Company account',
};

/** With what and where: "Passkey, Safari, macOS"; of a failed sign-in the address: "192.0.2.140, Firefox, Android". */
export const signInDetail = (signIn: RecentSignIn): string => {
  const { outcome, means, provider, address, user_agent: agent } = signIn;
  const first = outcome === 'signed_in' ? (provider ?? meansWords[means]) : address;
  return `${first}, ${sessionDevice(agent)}`;
};
