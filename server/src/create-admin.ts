import { parseArgs } from 'node:util';
import { newPasswordSchema } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { createFirstAdmin } from './domains/identity/create-first-admin.ts';
import { openDatabase } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';

const usage =
  'npm run create-admin -- --email you@example.com --name "Your Name", with DATABASE_URL and ADMIN_PASSWORD set';

const fail = (message: string): never => {
  console.error(`${message}\nUse: ${usage}`);
  return process.exit(1);
};

const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
const url = process.env['DATABASE_URL'] ?? fail('DATABASE_URL must be set.');
const email = values.email ?? fail('The e-mail is missing.');
if (!isEmail(email)) fail(`${email} is not an e-mail address.`);
const name = values.name ?? fail('The name is missing.');
// From the environment, because an argument stands in the list of processes for everybody to read.
const password = process.env['ADMIN_PASSWORD'] ?? fail('ADMIN_PASSWORD must be set.');
const checked = newPasswordSchema.safeParse(password);
if (!checked.success) fail(`ADMIN_PASSWORD: ${checked.error.issues[0]?.message ?? 'is too weak'}.`);

await migrate(url);
const database = openDatabase(url, { poolSize: 1 });
const outcome = await createFirstAdmin(database.db, { email, name, password, now: new Date() });
await database.close();
if (outcome === 'taken') fail(`${email} is taken by another account.`);
console.log(`${email} can sign in now.`);
