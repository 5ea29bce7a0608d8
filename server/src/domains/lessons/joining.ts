import { sql } from 'drizzle-orm';
import type { Joined } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import { hostingPlatforms } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { accountOf } from './attendees.ts';

type Found = { hosting_platform: string; people: boolean; students: boolean };

/** Returns who joined a lesson; unknown for ClassIn, and for Zoom without its webhook: no joins arrive meanwhile. */
export const joinedOf = (
  { settings }: Pick<Context, 'settings'>,
  { hosting_platform, people, students }: Found,
): Joined => {
  if (students) return 'students';
  if (people) return 'no_students';
  const [classroom, zoom] = hostingPlatforms(settings.productName);
  const isReported =
    hosting_platform === classroom ||
    (hosting_platform === zoom && settings.zoomWebhookSecret !== undefined);
  return isReported ? 'no_one' : 'unknown';
};

const came = accountOf('came');

/** Returns who has joined each lesson; only paying and trial students count, with the corrections of staff. */
export const findJoined = async (
  db: Db,
  context: Pick<Context, 'settings'>,
  ids: readonly string[],
): Promise<Map<string, Joined>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Found & { lesson: string }>(sql`
    with present as (
      select came.lesson_id, ${came.account} as account from attendance_rows came ${came.joins}
      where ${anyOfList(sql.raw('came.lesson_id'), ids, 'uuid')}
    )
    select lesson.id as lesson, lesson.hosting_platform,
      exists (select from present where present.lesson_id = lesson.id) as people,
      exists (
        select from roster_places place
        left join attendance_corrections fix
          on fix.lesson_id = place.lesson_id and fix.student_id = place.student_id
        where place.lesson_id = lesson.id and place.kind <> 'PAYMENT_VIDEO'
          and coalesce(fix.status <> 'absent', exists (
            select from present
            where present.lesson_id = lesson.id and present.account = place.student_id
          ))
      ) as students
    from lessons lesson where ${anyOfList(sql.raw('lesson.id'), ids, 'uuid')}`);
  return new Map(rows.map((row) => [row.lesson, joinedOf(context, row)]));
};
