import { sql, type SQL } from 'drizzle-orm';
import type { RoomAnswer } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { refusal } from '../../../platform/errors.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { inWords, named } from '../bookings.service.ts';

type Saved = {
  _id?: string | undefined;
  scheduled_on: string;
  ended_on: string;
  hosting_platform: string | undefined;
};

type OtherLesson = {
  id: string;
  class_id: string;
  name: string;
  class_name: string;
  scheduled_at: string;
  ended_at: string;
};

/** The Zoom user who hosts the room of a lesson; null without a room. */
const hostOf = (lesson: string) =>
  sql.raw(`coalesce(
    (select zoom.host from zoom_rooms zoom where zoom.lesson_id = ${lesson}),
    (select nullif(lower(room.host_email), '') from lesson_rooms room where room.lesson_id = ${lesson}))`);

/** No lesson is longer than 12 hours, so the index on the start bounds the overlap on both sides. */
const takesPlaceBetween = (starts: string, ends: string) =>
  sql.raw(`other.is_active and other.hosting_platform = 'Zoom' and other.scheduled_at < ${ends}
    and other.ended_at > ${starts} and other.scheduled_at > ${starts} - interval '12 hours'`);

const columnsOfOther = sql.raw(`other.id, other.class_id, other.name, class.name as class_name,
  other.scheduled_at, other.ended_at`);

/**
 * Throws `host_booked` with the other lessons if a lesson's Zoom host is taken at its time, or no host is free.
 * Concurrent saves do not see each other; the list of the day shows both.
 */
export const refuseHostBooking = async (
  tx: Db,
  { settings }: Pick<Context, 'settings'>,
  ...saved: Saved[]
) => {
  const onZoom = saved.filter(({ hosting_platform }) => hosting_platform === 'Zoom');
  if (onZoom.length === 0) return;
  const candidates = onZoom.map((lesson, number) => ({
    number,
    lesson_id: lesson._id,
    starts: lesson.scheduled_on,
    ends: lesson.ended_on,
  }));
  const { rows } = await tx.execute<
    OtherLesson & { candidate: number; own_host: string | null; host: string | null }
  >(sql`
    select candidate.number as candidate, own.host as own_host, taken.host, ${columnsOfOther}
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      as candidate (number int, lesson_id uuid, starts timestamptz, ends timestamptz)
    cross join lateral (select ${hostOf('candidate.lesson_id')} as host) own
    join lessons other on other.id is distinct from candidate.lesson_id
      and ${takesPlaceBetween('candidate.starts', 'candidate.ends')}
    join classes class on class.id = other.class_id
    cross join lateral (select ${hostOf('other.id')} as host) taken
    where own.host is null or own.host = taken.host
    order by candidate.number, other.scheduled_at, other.id`);
  const booked = [...Map.groupBy(rows, ({ candidate }) => candidate).values()].filter(
    (others) => others[0]?.own_host != null || freeHosts(settings.zoom?.hosts, others) <= 0,
  );
  const [first] = booked;
  if (!first) return;
  const lessons = inWords(
    booked.flat().map((other) => named(toNamed(other), settings.businessTimeZone)),
  );
  const host = first[0]?.own_host;
  throw refusal('host_booked', {
    field: 'scheduled_on',
    message:
      host == null
        ? `No Zoom host is free at this time: ${lessons}.`
        : `${hostWords(host)} already has ${lessons}.`,
  });
};

/** Number of hosts that are free if each of the others takes one. Without a Zoom account, no room is created. */
const freeHosts = (
  hosts: readonly string[] | undefined,
  others: readonly { host: string | null }[],
) => {
  if (hosts === undefined) return 1;
  const busy = new Set(others.map(({ host }) => host));
  const waiting = others.filter(({ host }) => host === null).length;
  return hosts.filter((host) => !busy.has(host.toLowerCase()) && !busy.has(host)).length - waiting;
};

/** `me` is the owner of the app at Zoom. */
const hostWords = (host: string) => (host === 'me' ? 'The Zoom host' : `The Zoom host ${host}`);

const toNamed = (other: OtherLesson) => ({
  lessonName: other.name,
  className: other.class_name,
  scheduledAt: new Date(other.scheduled_at),
});

type Twice = NonNullable<RoomAnswer['host_booked']>;

/** Returns the other active lessons of these lessons' Zoom hosts at the same times; `scope` limits the named ones. */
export const findHostBookings = async (
  db: Db,
  ids: readonly string[],
  scope?: SQL,
): Promise<Map<string, Twice>> => {
  const { rows } = await db.execute<
    OtherLesson & { lesson: string; host: string; seen: boolean }
  >(sql`
    select lesson.id as lesson, own.host, ${columnsOfOther}, seen.id is not null as seen
    from lessons lesson
    cross join lateral (select ${hostOf('lesson.id')} as host) own
    join lessons other on other.id <> lesson.id
      and ${takesPlaceBetween('lesson.scheduled_at', 'lesson.ended_at')}
    join classes class on class.id = other.class_id
    left join lateral (
      select lessons.id from lessons where lessons.id = other.id and ${scope ?? sql`true`}
    ) seen on true
    where ${anyOfList(sql.raw('lesson.id'), ids, 'uuid')} and lesson.is_active
      and lesson.hosting_platform = 'Zoom' and own.host = ${hostOf('other.id')}
    order by other.scheduled_at, other.id`);
  return new Map(
    [...Map.groupBy(rows, ({ lesson }) => lesson)].map(([lesson, others]) => [
      lesson,
      {
        host: others[0]?.host ?? '',
        count: others.length,
        lessons: others.filter(({ seen }) => seen).map(presentOther),
      },
    ]),
  );
};

const presentOther = (other: OtherLesson): Twice['lessons'][number] => ({
  _id: other.id,
  class: other.class_id,
  class_name: other.class_name,
  name: other.name,
  scheduled_on: new Date(other.scheduled_at).toISOString(),
  ended_on: new Date(other.ended_at).toISOString(),
});
