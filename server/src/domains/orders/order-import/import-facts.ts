import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { nameFinder } from 'staffroom-contract/domains/orders/order-import-names.rules.ts';
import type { ReadRow } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { isOwned, type PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { classes } from '../../classes/classes.schema.ts';
import { findCode, type UsableCode } from '../../discount-codes/discount-codes.service.ts';
import { countSeats } from '../../lessons/rosters.queries.ts';
import { lessons, rosterSources } from '../../lessons/lessons.schema.ts';
import { users } from '../../identity/users.schema.ts';
import { orders } from '../orders.schema.ts';
import { listOrderedElsewhere } from './order-imports.queries.ts';
import { hashKey } from './row-key.ts';

export type ClassRow = typeof classes.$inferSelect;
export type FactLesson = {
  id: string;
  name: string;
  term: number;
  lessonIndex: number;
  scheduledAt: Date;
  /** Business day, YYYY-MM-DD. */
  day: string;
  seats: number;
};
export type FactStudent = { id: string; name: string; type: UserType };

/** Everything that the rows of a file refer to, loaded at once. */
export type Facts = {
  today: string;
  now: Date;
  /** By lower-cased name. */
  classes: Map<string, ClassRow[]>;
  suggestions: Map<string, ClassRow>;
  /** By class, earliest first. */
  lessons: Map<string, FactLesson[]>;
  /** By lower-cased e-mail. */
  students: Map<string, FactStudent>;
  /** By `pair(e-mail, lesson)`; a new student of the file has an e-mail but no id. */
  owned: Map<string, PlaceKind>;
  /** Contains `pair(e-mail, class)` for each upcoming trial. */
  comingTrials: Set<string>;
  discountCode: string | null;
  code: UsableCode | undefined;
  /** By row key: the same order in another file. */
  elsewhere: Map<string, { row: number; fileName: string; day: string }>;
};

export const pair = (a: string, b: string) => `${a} ${b}`;

/** Number of unknown class names for which a similar class is suggested. */
const mostSuggestions = 500;

/** Loads what the rows of a file need, in a fixed number of queries regardless of the number of rows. */
export const gatherFacts = async (
  db: Db,
  context: Context,
  file: {
    importId: string;
    discountCode: string | null;
    rows: readonly ReadRow[];
    /** Classes chosen by the user, even if no row names them. */
    classId?: string | undefined;
  },
): Promise<Facts> => {
  const zone = context.settings.businessTimeZone;
  const now = context.clock.now();
  const read = file.rows.filter((row) => row.kind === 'order');
  const names = distinct(read.map((row) => row.className.toLowerCase()));
  const byName = Map.groupBy(await classesByName(db, names), (row) => row.name.toLowerCase());
  const suggestions = await suggestClasses(
    db,
    names.filter((name) => !byName.has(name)),
  );
  const classIds = distinct(
    [...byName.values(), [...suggestions.values()]]
      .flat()
      .map((row) => row.id)
      .concat(file.classId ?? []),
  );
  const classLessons = await lessonsOf(db, classIds, zone);
  const students = await studentsByEmail(db, distinct(read.map((row) => row.email.toLowerCase())));
  const elsewhere = await listOrderedElsewhere(
    db,
    file.importId,
    read.flatMap((row) => (row.key === null ? [] : [hashKey(row.key)])),
  );
  return {
    today: businessDayOf(now.toISOString(), zone),
    now,
    classes: byName,
    suggestions,
    lessons: classLessons,
    students,
    owned: await ownedPlaces(db, students, classIds),
    comingTrials: await comingTrials(db, { students, classIds, now }),
    discountCode: file.discountCode,
    code: file.discountCode === null ? undefined : await findCode(db, file.discountCode),
    elsewhere: new Map(
      elsewhere.map((found) => [
        found.key ?? '',
        {
          row: found.row,
          fileName: found.fileName,
          day: businessDayOf(found.updated.toISOString(), zone),
        },
      ]),
    ),
  };
};

const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '');

const classesByName = (db: Db, names: string[]) =>
  db
    .select()
    .from(classes)
    .where(anyOfList(sql`lower(${classes.name})`, names, 'text'))
    .orderBy(asc(classes.created), asc(classes.id));

/** The most similar active class for each unknown name. */
const suggestClasses = async (db: Db, names: string[]): Promise<Map<string, ClassRow>> => {
  if (names.length === 0) return new Map();
  const active = await db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(eq(classes.isActive, true))
    .orderBy(asc(classes.name), asc(classes.id));
  const find = nameFinder(active);
  const found = names.slice(0, mostSuggestions).flatMap((name) => {
    const match = find(name);
    return match ? [[name, match.id] as const] : [];
  });
  const rows = await db
    .select()
    .from(classes)
    .where(anyOfList(classes.id, distinct(found.map(([, id]) => id)), 'uuid'));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    found.flatMap(([name, id]) => {
      const row = byId.get(id);
      return row ? [[name, row] as const] : [];
    }),
  );
};

const lessonsOf = async (db: Db, classIds: string[], zone: string) => {
  const rows = await db
    .select({
      classId: lessons.classId,
      id: lessons.id,
      name: lessons.name,
      term: lessons.term,
      lessonIndex: lessons.lessonIndex,
      scheduledAt: lessons.scheduledAt,
    })
    .from(lessons)
    .where(and(anyOfList(lessons.classId, classIds, 'uuid'), eq(lessons.isActive, true)))
    .orderBy(asc(lessons.scheduledAt), asc(lessons.id));
  const seats = await countSeats(
    db,
    rows.map((row) => row.id),
  );
  return Map.groupBy(
    rows.map((row) => ({
      ...row,
      day: businessDayOf(row.scheduledAt.toISOString(), zone),
      seats: seats.get(row.id) ?? 0,
    })),
    (row) => row.classId,
  );
};

const studentsByEmail = async (db: Db, emails: string[]) => {
  const rows = await db
    .select({ key: users.emailKey, id: users.id, name: users.name, type: users.type })
    .from(users)
    .where(anyOfList(users.emailKey, emails, 'text'));
  return new Map(rows.map((row) => [row.key, row]));
};

type Students = ReadonlyMap<string, FactStudent>;

const idsOf = (students: Students) => [...students.values()].map((student) => student.id);
const emailsById = (students: Students) =>
  new Map([...students].map(([email, student]) => [student.id, email]));

const ownedPlaces = async (db: Db, students: Students, classIds: string[]) => {
  const emails = emailsById(students);
  const rows = await db
    .select({
      studentId: rosterSources.studentId,
      lessonId: rosterSources.lessonId,
      kind: rosterSources.kind,
    })
    .from(rosterSources)
    .innerJoin(lessons, eq(lessons.id, rosterSources.lessonId))
    .where(
      and(
        anyOfList(rosterSources.studentId, idsOf(students), 'uuid'),
        anyOfList(lessons.classId, classIds, 'uuid'),
        isNull(rosterSources.releasedAt),
      ),
    );
  const owned = new Map<string, PlaceKind>();
  for (const row of rows)
    keepStrongest(owned, pair(emails.get(row.studentId) ?? '', row.lessonId), row.kind);
  return owned;
};

/** Records a place; a weaker kind never replaces a stronger one. */
export const keepStrongest = (owned: Map<string, PlaceKind>, key: string, kind: PlaceKind) => {
  if (!isOwned(owned.get(key) ?? null, kind)) owned.set(key, kind);
};

const comingTrials = async (
  db: Db,
  { students, classIds, now }: { students: Students; classIds: string[]; now: Date },
) => {
  const emails = emailsById(students);
  const rows = await db
    .selectDistinct({ studentId: orders.studentId, classId: orders.classId })
    .from(orders)
    .innerJoin(lessons, sql`${lessons.id} = any(${orders.lessonIds})`)
    .where(
      and(
        anyOfList(orders.studentId, idsOf(students), 'uuid'),
        anyOfList(orders.classId, classIds, 'uuid'),
        eq(orders.type, 'TRIAL'),
        sql`${orders.status} <> 'CANCELLED'`,
        sql`${lessons.endedAt} > ${now}`,
      ),
    );
  return new Set(rows.map((row) => pair(emails.get(row.studentId) ?? '', row.classId)));
};
