import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshToken } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { userSessions } from './identity.schema.ts';
import { anAccount, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useTestApp();

/** An Admin's uncommitted change of this account: its row is written, its sessions have not ended yet. */
const aChangeOf = async (userId: string, change: string) => {
  const { query, commit, untilWaiting } = await holdRows(
    app,
    `update users set ${change} where id = $1`,
    [userId],
  );
  return {
    untilWaiting,
    end: async () => {
      await query('delete from user_sessions where user_id = $1', [userId]);
      await commit();
    },
  };
};

const sessionsOf = (userId: string) =>
  app.database.db.select().from(userSessions).where(eq(userSessions.userId, userId));

test.each(["password_hash = 'another'", 'enabled = false'])(
  'a sign-in while an Admin sets %s is refused',
  async (change) => {
    const account = await anAccount(app);
    const admin = await aChangeOf(account.id, change);
    const signingIn = tryToSignIn(app, { email: account.email, password: rightPassword });
    await admin.untilWaiting(1);
    await admin.end();
    expect(await signingIn).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await sessionsOf(account.id)).toEqual([]);
  },
);

test('a token that is refreshed while the sessions end is ended too', async () => {
  const account = await anAccount(app);
  const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
  const admin = await aChangeOf(account.id, "password_hash = 'another'");
  const refreshing = apiWith(app, { id: account.id, token }).send(refreshToken);
  await admin.untilWaiting(1);
  await admin.end();
  expect((await refreshing).status).toBe(401);
  expect(await sessionsOf(account.id)).toEqual([]);
});

test('an undisturbed sign-in succeeds, also two concurrent ones', async () => {
  const account = await anAccount(app);
  const credentials = { email: account.email, password: rightPassword };
  const both = await Promise.all([tryToSignIn(app, credentials), tryToSignIn(app, credentials)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await sessionsOf(account.id)).toHaveLength(2);
});
