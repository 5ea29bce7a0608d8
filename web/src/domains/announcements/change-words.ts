import { plainSigns } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { formatInstantWeekday, formatTime } from '../../lib/formats.ts';
import { lessonTopic } from '../lessons/lesson-words.ts';
import type { LessonBefore } from '../lessons/announce-change.ts';

type Written = { subject: string; content: string; sms: string };

type About = Pick<Lesson, 'name' | 'meta' | 'class_obj' | 'scheduled_on' | 'ended_on' | 'tutor'>;

/** `Asia/Singapore` → "Singapore time". */
export const zoneWords = (zone: string): string =>
  `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`;

/** Draft about a changed lesson: old and new time with the zone, and the new tutor. */
export const changeMessage = (
  before: LessonBefore,
  lesson: About,
  { zone, productName }: { zone: string; productName: string },
): Written => {
  const at = (instant: string) => ({
    day: formatInstantWeekday(instant, zone),
    time: formatTime(instant, zone),
  });
  const [was, is] = [at(before.start), at(lesson.scheduled_on)];
  const [wasUntil, until] = [at(before.end), at(lesson.ended_on)];
  const inZone = ` (${zoneWords(zone)})`;
  const topic = lessonTopic(lesson);
  const tutors = lesson.tutor.map(({ name }) => name).join(', ');
  const isMoved = was.day !== is.day;
  const startsElse = isMoved || was.time !== is.time;
  const endsElse = before.end !== lesson.ended_on && until.time !== wasUntil.time;

  const starts = isMoved
    ? `is on <strong>${is.day}, ${is.time}</strong> instead of ${was.day}, ${was.time}${inZone}`
    : `on <strong>${is.day}</strong> starts at <strong>${is.time}</strong> instead of ${was.time}${inZone}`;
  const ends = `on <strong>${is.day}</strong> ends at <strong>${until.time}</strong> instead of ${wasUntil.time}${inZone}`;
  const times = startsElse ? `${starts}. It ends at ${until.time}` : endsElse ? ends : '';
  const taught =
    before.tutors === undefined
      ? ''
      : `taught by <strong>${escaped(tutors || '–')}</strong> instead of ${escaped(before.tutors || '–')}`;
  const tutor =
    times === '' ? `on <strong>${is.day}, ${is.time}</strong>${inZone} is ${taught}` : '';
  const alsoTutor = times !== '' && taught !== '' ? `<p>It is ${taught}.</p>` : '';
  const sentence = `${escaped(topic)} ${times || tutor}.`;
  const smsOf = (html: string) => plainSigns(unescaped(html.replaceAll(/<[^<>]*>/g, '')));

  return {
    subject: subjectOf({ startsElse, endsElse, isMoved, is, until, topic }),
    content: `<p>Dear parents,</p><p>${sentence}</p>${alsoTutor}`,
    sms: smsOf(
      `${productName}: ${escaped(lesson.class_obj.name)}, ${sentence}${alsoTutor && ` It is ${taught}.`}`,
    ),
  };
};

type Facts = {
  startsElse: boolean;
  endsElse: boolean;
  isMoved: boolean;
  is: { day: string; time: string };
  until: { time: string };
  topic: string;
};

const subjectOf = ({ startsElse, endsElse, isMoved, is, until, topic }: Facts): string => {
  if (isMoved) return `The lesson moves to ${is.day}, ${is.time}`;
  if (startsElse) return `The lesson on ${is.day} starts at ${is.time}`;
  return endsElse ? `The lesson on ${is.day} ends at ${until.time}` : `${topic}: another tutor`;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
