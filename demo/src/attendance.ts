import type { TuitionClass } from './classes.ts';
import { days, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';
import type { Roster } from './roster.ts';

const seed = 20_260_311;
/** How far back lessons have attendance. */
const oldest = days(35);
/** How far ahead lessons have their rooms. */
const ahead = days(14);

type World = {
  today: number;
  classes: readonly TuitionClass[];
  roster: Roster;
  lessonStaff: readonly Row[];
  /** E-mails by user id. */
  emails: ReadonlyMap<string, { name: string; email: string }>;
};

/** The rooms of Zoom lessons around today, and who comes to the lessons of the last weeks and of today: some late, some half, some not. */
export const attendanceRows = ({ today, classes, roster, lessonStaff, emails }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const rooms: Row[] = [];
  const records: Row[] = [];
  const events: Row[] = [];
  const lessons = classes
    .flatMap((tuitionClass) => tuitionClass.lessons)
    .filter(({ start, isActive }) => isActive && start > today - oldest && start < today + ahead);
  for (const lesson of lessons) {
    const platform = String(lesson.row['hosting_platform']);
    const isZoom = platform === 'Zoom';
    const teachers = lessonStaff.filter((row) => row['lesson_id'] === lesson.id);
    // A few future lessons have no room yet.
    if (isZoom && (lesson.end < today || random.chance(0.9))) {
      const number = String(80_000_000_000 + Math.floor(random.next() * 9_000_000_000));
      const host = emails.get(String(teachers[0]?.['user_id']));
      rooms.push({
        lesson_id: lesson.id,
        room_id: number,
        password: String(100_000 + Math.floor(random.next() * 900_000)),
        registration_url: `https://zoom.example.com/meeting/register/${number}`,
        host_email: 'rooms@staffroom.example',
        alternative_hosts: host?.email ?? '',
      });
    }
    const hasRecords =
      lesson.start < today + days(1) && platform !== 'ClassIn' && random.chance(0.95);
    if (!hasRecords) continue;
    const stay = (email: string, name: string, from: number, to: number) => {
      const base = { lesson_id: lesson.id, email, name, received: iso(to) };
      if (isZoom)
        records.push({
          id: newId(from),
          ...base,
          source: 'zoom',
          joined_at: iso(from),
          left_at: iso(to),
        });
      else
        for (const [action, at] of [
          ['join', from],
          ['leave', to],
        ] as const)
          events.push({ id: newId(at), ...base, action, at: iso(at) });
    };
    const around = (at: number, spread: number) => at + minutes(Math.floor(random.next() * spread));
    for (const row of teachers) {
      const person = emails.get(String(row['user_id']));
      if (person)
        stay(person.email, person.name, around(lesson.start, 8) - minutes(12), lesson.end);
    }
    let strangers = 0;
    for (const student of roster.studentsOn(lesson)) {
      const kind = roster.owned(lesson, student);
      const person = emails.get(student.id);
      if (kind === null || kind === 'PAYMENT_VIDEO' || !person || !random.chance(0.92)) continue;
      const from = around(lesson.start, 12) - minutes(6);
      const to = random.chance(0.05)
        ? around(lesson.start, 30) + minutes(8)
        : around(lesson.end, 6) - minutes(4);
      // Some come from a parent's device.
      const isStranger = isZoom && strangers < 2 && random.chance(0.04);
      if (isStranger) strangers += 1;
      stay(
        isStranger ? '' : person.email,
        isStranger ? `iPad (${strangers})` : person.name,
        from,
        to,
      );
    }
  }
  return [
    ['lesson_rooms', rooms],
    ['attendance_records', records],
    ['classroom_events', events],
  ] as const;
};

/** The attendees of each lesson, by e-mail in lower case; students without an e-mail are left out. */
export const whoCame = (tables: ReturnType<typeof attendanceRows>) => {
  const came = new Map<string, Set<string>>();
  for (const row of tables.flatMap(([table, rows]) => (table === 'lesson_rooms' ? [] : rows))) {
    const lesson = String(row['lesson_id']);
    const known = came.get(lesson) ?? new Set();
    came.set(lesson, known.add(String(row['email']).toLowerCase()));
  }
  return came;
};
