import { expect, test } from 'vitest';
import { listRecentSignIns } from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useOwnTestApp();

const hour = 3_600_000;
const pass = (milliseconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + milliseconds));

const signInFrom = async (address: string, email: string, password = rightPassword) => {
  const { token } = await tryToSignIn(app, { email, password }, { address });
  pass(1000);
  return token;
};

test('own sign-ins and failed ones are listed, the newest first, without those of other accounts', async () => {
  const [account, other] = [await anAccount(app), await anAccount(app)];
  const address = anAddress();
  await signInFrom(address, account.email);
  await signInFrom(anAddress(), other.email);
  await signInFrom(address, account.email, 'wrong-password-1');
  const api = apiWith(app, { id: account.id, token: await signInFrom(address, account.email) });
  const { data, count } = await api.call(listRecentSignIns, {});
  expect(count).toBe(3);
  expect(data).toMatchObject([
    { outcome: 'signed_in', means: 'password', address, is_suspicious: false },
    { outcome: 'wrong_password', means: 'password', address, is_suspicious: false },
    { outcome: 'signed_in' },
  ]);
});

test('a failed sign-in of the last 7 days is suspicious if the account never signed in from its network', async () => {
  const account = await anAccount(app);
  const token = await signInFrom('2001:db8:0:1::1', account.email);
  await signInFrom('2001:db8:0:1::2', account.email, 'wrong-password-1');
  await signInFrom('2001:db8:0:2::1', account.email, 'wrong-password-1');
  const { data } = await apiWith(app, { id: account.id, token }).call(listRecentSignIns, {});
  expect(data.map(({ address, is_suspicious: isSuspicious }) => [address, isSuspicious])).toEqual([
    ['2001:db8:0:2::1', true],
    ['2001:db8:0:1::2', false],
    ['2001:db8:0:1::1', false],
  ]);
  pass(7 * 24 * hour);
  const later = await signInFrom('2001:db8:0:1::1', account.email);
  const after = await apiWith(app, { id: account.id, token: later }).call(listRecentSignIns, {});
  expect(after.data.filter(({ is_suspicious: isSuspicious }) => isSuspicious)).toEqual([]);
});

test('sign-ins of more than 30 days ago are left out', async () => {
  const account = await anAccount(app);
  await signInFrom(anAddress(), account.email);
  pass(30 * 24 * hour);
  const token = await signInFrom(anAddress(), account.email);
  const { count } = await apiWith(app, { id: account.id, token }).call(listRecentSignIns, {});
  expect(count).toBe(1);
});
