import { sql, type SQL } from 'drizzle-orm';
import type { NamedRecord } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

type Found = { id: string } & { [Field in keyof NamedRecord]: NamedRecord[Field] };

const lessonsNamed = sql`select l.id, c.name || ', ' || l.name as name, 'lesson' as page, l.id as page_id,
  l.class_id as class, null::text as ticket_type from lessons l join classes c on c.id = l.class_id`;

/** The name of a student's record is the student's. */
const ofStudent = (table: SQL, page: SQL, pageId: SQL = sql`r.id`, type: SQL = sql`null::text`) =>
  sql`select r.id, u.name, ${page}::text as page, ${pageId} as page_id, null::uuid as class, ${type} as ticket_type
    from ${table} r join users u on u.id = r.student_id`;

const plain = (table: SQL, name: SQL, page: SQL = sql`null::text`) =>
  sql`select r.id, ${name} as name, ${page} as page, r.id as page_id, null::uuid as class,
    null::text as ticket_type from ${table} r`;

/** Finds the names of the records of an entity, by the entity of the trail. */
const sources: Record<string, SQL> = {
  user: sql`select u.id, coalesce(nullif(u.name, ''), u.email) as name,
    case when u.type = 'Student' then 'student' when u.type in ('Tutor', 'TA') then 'tutor' else 'staff' end as page,
    u.id as page_id, null::uuid as class, null::text as ticket_type from users u`,
  class: plain(sql`classes`, sql`r.name`, sql`'class'`),
  lesson: lessonsNamed,
  tutorRate: lessonsNamed,
  announcement: sql`select a.id, l.name, l.page, l.page_id, l.class, l.ticket_type
    from announcements a join (${lessonsNamed}) l on l.id = a.lesson_id`,
  poll_question: sql`select p.id, l.name, l.page, l.page_id, l.class, l.ticket_type
    from poll_questions p join (${lessonsNamed}) l on l.id = p.lesson_id`,
  discountcode: plain(sql`discount_codes`, sql`r.code`, sql`'discount code'`),
  order: ofStudent(sql`orders`, sql`'order'`),
  ticket: ofStudent(sql`tickets`, sql`'ticket'`, sql`r.id`, sql`r.type`),
  credit: ofStudent(sql`credit_entries`, sql`'student'`, sql`r.student_id`),
  feedback: ofStudent(sql`feedback`, sql`'student'`, sql`r.student_id`),
  submission: ofStudent(sql`submissions`, sql`'student'`, sql`r.student_id`),
  order_import: plain(sql`order_imports`, sql`r.file_name`, sql`'import'`),
  material_run: plain(sql`material_runs`, sql`r.folder`, sql`'upload'`),
  material: plain(sql`materials`, sql`r.name`),
  live_session: plain(sql`live_sessions`, sql`r.name`),
  payment_run: plain(sql`payment_runs`, sql`r.month`),
  question_tag: plain(sql`question_tags`, sql`r.name`),
  worksheet: plain(sql`worksheets`, sql`r.title`),
  service_token: plain(sql`service_tokens`, sql`r.name`),
};

/** The records of entries with their names as of now, by id; records without a name are left out. */
export const recordsNamed = async (
  db: Db,
  rows: readonly { entity: string; entityId: string }[],
): Promise<Map<string, NamedRecord>> => {
  const byEntity = Object.entries(Object.groupBy(rows, ({ entity }) => entity));
  const parts = byEntity.flatMap(([entity, some = []]) => {
    const source = sources[entity];
    const ids = [...new Set(some.map(({ entityId }) => entityId))];
    return source
      ? sql`select * from (${source}) found where ${anyOfList(sql`found.id`, ids, 'uuid')}`
      : [];
  });
  if (parts.length === 0) return new Map();
  const { rows: found } = await db.execute<Found>(sql.join(parts, sql` union all `));
  return new Map(found.map(({ id, ...record }) => [id, record]));
};

/** Subqueries for people and for records whose name contains the text, which must be lower case. */
export const idsNamed = (text: string) => {
  const people = sql`select ${users.id} from ${users}
    where ${containsText(sql`${users.nameKey}`, text)} or ${containsText(sql`${users.emailKey}`, text)}`;
  const contains = (name: SQL) => containsText(sql`lower(${name})`, text);
  return {
    users: people,
    records: sql.join(
      [
        people,
        sql`select id from classes where ${contains(sql`name`)}`,
        sql`select l.id from lessons l join classes c on c.id = l.class_id
          where ${contains(sql`c.name || ', ' || l.name`)}`,
        sql`select id from discount_codes where ${contains(sql`code`)}`,
        sql`select id from orders where student_id in (${people})`,
        sql`select id from tickets where student_id in (${people})`,
        sql`select id from credit_entries where student_id in (${people})`,
      ],
      sql` union all `,
    ),
  };
};
