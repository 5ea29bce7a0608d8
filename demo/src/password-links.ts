import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_260_306;

/** Invitations: one that works, and one that is over. They cannot be used: no token has their hash. */
export const passwordLinkRows = (
  today: number,
  { invited, by }: { invited: readonly Row[]; by: { id: string } },
): Row[] => {
  const newId = createIds(createRandom(seed));
  return invited.map(({ id, email }, index) => {
    const created = today - days(2 + 30 * index) + 10 * 3_600_000;
    return {
      id: newId(created),
      kind: 'invitation',
      email_key: String(email).toLowerCase(),
      user_id: id,
      invited_by: by.id,
      network: '127.0.0.1',
      created: iso(created),
      expires_at: iso(created + days(7)),
      sent_at: iso(created + 4000),
    };
  });
};
