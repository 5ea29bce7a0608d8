import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { creditEntries } from './credit.schema.ts';

/** The change of the balance by an entry: BLOCK entries are shown, not summed (part 1 §3, Credit entry). */
const effect = sql`case ${creditEntries.action}
  when 'ADD' then ${creditEntries.qty} when 'REDEEM' then -${creditEntries.qty} else 0 end`;

const sumOf = (action: 'ADD' | 'REDEEM' | 'BLOCK') =>
  sql<number>`coalesce(sum(${creditEntries.qty}) filter (where ${creditEntries.action} = ${sql.raw(`'${action}'`)}), 0)::int`;

/** Number of entries of a student, their sums by action, and the remaining credit. */
const totalsOfStudent = (db: Db, studentId: string) =>
  db
    .select({
      count: sql<number>`count(*)::int`.as('count'),
      remaining: sql<number>`coalesce(sum(${effect}), 0)::int`.as('remaining'),
      added: sumOf('ADD').as('added'),
      redeemed: sumOf('REDEEM').as('redeemed'),
      blocked: sumOf('BLOCK').as('blocked'),
    })
    .from(creditEntries)
    .where(eq(creditEntries.studentId, studentId));

/** Returns the count and the sums of a student's ledger. */
export const findTotals = async (db: Db, studentId: string) => {
  const [totals] = await totalsOfStudent(db, studentId);
  if (!totals) throw new Error('An aggregate query returned no row.');
  return totals;
};

/** A page of a ledger, newest first, with the balance after each entry, and the ledger's sums, from one snapshot. */
export const listPage = async (
  db: Db,
  studentId: string,
  page: { max: number; offset: number },
) => {
  const ledger = db
    .select({
      id: creditEntries.id,
      position: creditEntries.position,
      created: creditEntries.created,
      action: creditEntries.action,
      qty: creditEntries.qty,
      remark: creditEntries.remark,
      handledBy: creditEntries.handledBy,
      balance: sql<number>`(sum(${effect}) over (order by ${creditEntries.position}))::int`.as(
        'balance',
      ),
    })
    .from(creditEntries)
    .where(eq(creditEntries.studentId, studentId))
    .orderBy(desc(creditEntries.position))
    .limit(page.max)
    .offset(page.offset)
    .as('ledger');
  const totals = totalsOfStudent(db, studentId).as('totals');
  const rows = await db
    .select({
      entry: {
        id: ledger.id,
        created: ledger.created,
        action: ledger.action,
        qty: ledger.qty,
        remark: ledger.remark,
        balance: ledger.balance,
      },
      by: { id: users.id, name: users.name },
      count: totals.count,
      remaining: totals.remaining,
      added: totals.added,
      redeemed: totals.redeemed,
      blocked: totals.blocked,
    })
    .from(totals)
    .leftJoin(ledger, sql`true`)
    .leftJoin(users, eq(users.id, ledger.handledBy))
    .orderBy(desc(ledger.position));
  const [first] = rows;
  if (!first) throw new Error('An aggregate query returned no row.');
  const { count, remaining, added, redeemed, blocked } = first;
  return {
    entries: rows.flatMap(({ entry, by }) => (entry ? [{ ...entry, by }] : [])),
    totals: { count, remaining, added, redeemed, blocked },
  };
};

export type LedgerRow = Awaited<ReturnType<typeof listPage>>['entries'][number];

export const insert = (db: Db, entry: typeof creditEntries.$inferInsert) =>
  db.insert(creditEntries).values(entry);

/** Returns the newest entry of a ledger with the balance after it. Throws if the ledger is empty. */
export const findNewest = async (db: Db, studentId: string) => {
  const { entries, totals } = await listPage(db, studentId, { max: 1, offset: 0 });
  const [newest] = entries;
  if (!newest) throw new Error('This ledger has no entry.');
  return { newest, remaining: totals.remaining };
};

/** Finds a person in the scope, with a flag for students; undefined outside the scope. */
export const findHolder = async (db: Db, id: string, scope: SQL | undefined) =>
  (
    await db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        isStudent: sql<boolean>`${users.type} = 'Student'`,
      })
      .from(users)
      .where(and(eq(users.id, id), scope))
  )[0];
