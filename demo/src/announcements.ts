import {
  addressOf,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { groupOfKind, type RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { announcementTexts } from './data/announcement-texts.ts';
import { days, hours, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';
import type { Roster } from './roster.ts';
import type { Student } from './students.ts';

const seed = 20_260_306;
/** Lessons around today that were written about. */
const lessonCount = 40;

type World = {
  today: number;
  classes: readonly TuitionClass[];
  roster: Roster;
  /** Students as they are inserted: where each is written to. */
  studentRows: readonly Row[];
  admins: readonly { id: string }[];
};

/** Announcements of lessons around today, with messages that were sent, a few that failed and one of unknown outcome. */
export const announcementRows = (world: World) => {
  const { today, classes, roster, studentRows, admins } = world;
  const random = createRandom(seed);
  const newId = createIds(random);
  const contacts = new Map(studentRows.map((row) => [row['id'], row]));
  const rows = { announcements: [] as Row[], deliveries: [] as Row[], recipients: [] as Row[] };

  const write = (lesson: Lesson, method: AnnouncementMethod, at: number) => {
    const people = placesOn(roster, lesson);
    const text = random.pick(announcementTexts);
    const id = newId(at);
    const sentTo = new Map<string, string>();
    const groups = new Set<RosterGroup>();
    let hasUnknown = method === 'email';
    for (const { student, group } of people) {
      const found = addressOf(contacts.get(student.id) as Parameters<typeof addressOf>[0], method);
      if (found.address === null) continue;
      groups.add(group);
      const known = sentTo.get(found.address.toLowerCase());
      const deliveryId = known ?? newId(at);
      if (known === undefined) {
        sentTo.set(found.address.toLowerCase(), deliveryId);
        const isFailed = random.chance(0.04);
        const isUnknown = !isFailed && !hasUnknown && random.chance(0.1);
        hasUnknown ||= isUnknown;
        rows.deliveries.push({
          id: deliveryId,
          announcement_id: id,
          address: found.address,
          state: isFailed ? 'failed' : isUnknown ? 'unknown' : 'sent',
          tries: 1,
          via: method === 'email' ? 'smtp' : 'twilio',
          error: isFailed ? refusals[method] : isUnknown ? 'no answer recorded' : null,
          updated: iso(at + random.whole(2, 90) * 1000),
        });
      }
      rows.recipients.push({
        id: newId(at),
        announcement_id: id,
        student_id: student.id,
        recipient_group: group,
        address_of: found.of,
        delivery_id: deliveryId,
        created: iso(at),
      });
    }
    if (groups.size === 0) return;
    rows.announcements.push({
      id,
      lesson_id: lesson.id,
      method,
      groups: [...groups],
      subject: method === 'email' ? text.subject : '',
      content: method === 'email' ? text.content : text.sms,
      cta_text: method === 'email' && text.button ? text.button : null,
      cta_link: method === 'email' && text.button ? 'https://classroom.example.com/lessons' : null,
      sent_by: random.pick(admins).id,
      created: iso(at),
    });
  };

  const around = classes
    .flatMap(({ lessons }) => lessons)
    .filter(
      (lesson) =>
        lesson.isActive &&
        Math.abs(lesson.start - today) < days(7) &&
        placesOn(roster, lesson).length > 0,
    );
  for (const lesson of random.shuffled(around).slice(0, lessonCount)) {
    const before = Math.min(lesson.start, today) - hours(random.whole(2, 20));
    write(lesson, 'email', before);
    if (random.chance(0.5)) write(lesson, 'sms', before + minutes(random.whole(5, 60)));
  }
  return rows;
};

const refusals = { email: '550 5.1.1 mailbox unavailable', sms: 'this is not a mobile number' };

/** The students of a lesson, in the group of their strongest place. */
const placesOn = (roster: Roster, lesson: Lesson): { student: Student; group: RosterGroup }[] =>
  roster.studentsOn(lesson).flatMap((student) => {
    const kind = roster.owned(lesson, student);
    return kind === null ? [] : [{ student, group: groupOfKind(kind) }];
  });
