import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signIn } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { apiWith } from '../../../test/sign-in-as.ts';

const app = useOwnTestApp();
const command = join(import.meta.dirname, '../../create-admin.ts');

const create = (email: string, password: string) =>
  promisify(execFile)(process.execPath, [command, '--email', email, '--name', 'Nadia Tan'], {
    env: { ...process.env, DATABASE_URL: app.databaseUrl, ADMIN_PASSWORD: password },
  });

test('the command makes an Admin who can sign in, refuses a weak password and a taken e-mail', async () => {
  await create('nadia.first@example.com', 'Correct1Horse');
  const nobody = apiWith(app, { id: '', token: '' });
  const { data } = await nobody.call(signIn, {
    body: { email: 'nadia.first@example.com', password: 'Correct1Horse' },
  });
  expect(data._type).toBe('Admin');
  await expect(create('other@example.com', 'weak')).rejects.toThrow(
    /ADMIN_PASSWORD: Password need/,
  );
  await expect(create('NADIA.first@example.com', 'Correct1Horse')).rejects.toThrow(/is taken/);
});
