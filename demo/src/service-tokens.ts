import { createHash } from 'node:crypto';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_260_305;

/** Tokens of the company's other systems. They cannot be used: the hash is not of a token. */
export const serviceTokenRows = (today: number, admins: readonly { id: string }[]): Row[] => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const token = (
    name: string,
    scopes: string[],
    ago: { created: number; used?: number; revoked?: number },
    limits: { days?: number; addresses?: string[] } = {},
  ) => {
    const created = today - days(ago.created) + random.whole(0, 30_000_000);
    const hint = random.digits(4);
    return {
      id: newId(created),
      name,
      scopes,
      token_hash: `\\x${createHash('sha256').update(`${name} ${hint}`).digest('hex')}`,
      hint,
      created: iso(created),
      created_by: random.pick(admins).id,
      last_used: ago.used === undefined ? null : iso(today - days(ago.used)),
      last_address: ago.used === undefined ? null : '203.0.113.24',
      expires_at: limits.days === undefined ? null : iso(today + days(limits.days)),
      addresses: limits.addresses ?? [],
      updated: iso(ago.revoked === undefined ? created : today - days(ago.revoked)),
      revoked: ago.revoked === undefined ? null : iso(today - days(ago.revoked)),
    };
  };
  return [
    token('Web shop (old)', ['orders'], { created: 400, used: 121, revoked: 120 }),
    token('Classroom', ['classroom-events'], { created: 260, used: 0 }, { days: 9 }),
    token('Student app', ['submissions', 'feedback'], { created: 200, used: 1 }),
    token(
      'Web shop',
      ['orders'],
      { created: 120, used: 0 },
      { days: 245, addresses: ['203.0.113.0/24', '2001:db8::/48'] },
    ),
  ];
};
