import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations, type Migration } from 'staffroom-server/src/platform/migrate.ts';
import { root } from './run-program.ts';

/** SHA-256 of every landed migration by name, in the order in which they run. */
export type Landed = Readonly<Record<string, string>>;

const file = join(root, 'server/migrations/landed.json');
const command = 'npm run check -- --land';

/** Reads the checked-in list of landed migrations. */
export const readLanded = (): Landed => JSON.parse(readFileSync(file, 'utf8')) as Landed;

/**
 * A message for each migration that would break an upgrade: changed, removed, or not numbered above all others.
 * `unlisted` are correct new ones.
 */
export const checkLanded = (
  landed: Landed,
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
): { problems: string[]; unlisted: string[] } => {
  const found = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unlisted = [...found.keys()].filter((name) => !Object.hasOwn(landed, name));
  const problems = Object.entries(landed).flatMap(([name, checksum]) => {
    if (!found.has(name)) return [`${name} was removed, but databases in use have it.`];
    if (found.get(name) === checksum) return [];
    return [`${name} was changed, but databases in use have it as it was. Write a new migration.`];
  });
  let last = Object.keys(landed).at(-1) ?? '';
  for (const name of unlisted.toSorted()) {
    if (numberOf(name) <= numberOf(last))
      problems.push(`${name} must have a higher number than ${last}, which comes before it.`);
    last = name;
  }
  return { problems, unlisted };
};

const numberOf = (name: string) => Number.parseInt(name, 10) || 0;

/** Prints the problems of the migrations; resolves to an exit code. */
export const checkMigrations = async (): Promise<number> => {
  const { problems, unlisted } = checkLanded(readLanded(), await readMigrations());
  const missing = unlisted.map((name) => `${name} is not in landed.json. Add it: ${command}`);
  for (const line of [...problems, ...missing]) console.error(line);
  return problems.length + missing.length === 0 ? 0 : 1;
};

/** Adds new migrations to the list, unless there are other problems. Resolves to an exit code. */
export const landMigrations = async (): Promise<number> => {
  const landed = readLanded();
  const migrations = await readMigrations();
  const { problems, unlisted } = checkLanded(landed, migrations);
  for (const line of problems) console.error(line);
  if (problems.length > 0) return 1;
  const added = migrations.filter(({ name }) => unlisted.includes(name));
  const list = { ...landed, ...Object.fromEntries(added.map((one) => [one.name, one.checksum])) };
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  for (const { name } of added) console.log(`Added ${name} to the landed migrations.`);
  return 0;
};
