import { createHash } from 'node:crypto';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';

/** A colleague's second factor, recovery codes, passkey and linked account. No app has the secret, no code these hashes, no device the key. */
export const secondFactorRows = (today: number, accounts: readonly Row[]) => {
  const hashOf = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`;
  const confirmed = today - days(40) + 10 * 3_600_000;
  return {
    factors: accounts.map(({ id }): Row => ({
      user_id: id,
      secret: hashOf(String(id)),
      confirmed_at: iso(confirmed),
    })),
    links: accounts.map(({ id, email }): Row => ({
      id,
      user_id: id,
      provider: 'google',
      issuer: 'https://accounts.google.com',
      subject: String(id),
      email,
      linked_at: iso(confirmed),
    })),
    passkeys: accounts.map(({ id }): Row => ({
      id,
      user_id: id,
      credential_id: hashOf(`passkey of ${String(id)}`),
      public_key: hashOf(`key of ${String(id)}`),
      counter: 0,
      name: 'Safari, macOS · Apple Passwords',
      added_at: iso(confirmed + days(1)),
      last_used_at: iso(confirmed + days(30)),
    })),
    codes: accounts.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, index): Row => ({
        user_id: id,
        code_hash: hashOf(`${String(id)} ${index}`),
        used_at: index < 2 ? iso(confirmed + days(3 + index)) : null,
      })),
    ),
  };
};
