import { createHash } from 'node:crypto';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';

/** A colleague's second factor and recovery codes. No app has its secret, and no code has these hashes. */
export const secondFactorRows = (today: number, accounts: readonly Row[]) => {
  const hashOf = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`;
  const confirmed = today - days(40) + 10 * 3_600_000;
  return {
    factors: accounts.map(({ id }): Row => ({
      user_id: id,
      secret: hashOf(String(id)),
      confirmed_at: iso(confirmed),
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
