import { businessDayOf } from '../../shared/dates.ts';
import { formatLongDay } from '../../shared/day-words.ts';
import { reminderTexts, type ReminderId, type ReminderLanguage } from './reminder-texts.ts';
import type { TicketDetail } from './ticket.schema.ts';
import type { TicketType } from './tickets.rules.ts';

/** A lesson that a message speaks of. */
type ReminderLesson = 'trial' | 'last paid lesson' | 'next lesson';

/** A message for copying: what staff call it, and which of the ticket's lessons its date and time are of. */
export type Reminder = {
  id: ReminderId;
  name: string;
  /** Meant for a text message, where its length is paid for. */
  isSms: boolean;
  dateOf: ReminderLesson;
  timeOf: ReminderLesson;
  /** Its link leads into the lesson, and is the student's own; else it is of a page where the family signs up or pays. */
  leadsIn: boolean;
};

const reminder = (
  id: ReminderId,
  name: string,
  dateOf: ReminderLesson,
  timeOf = dateOf,
): Reminder => ({
  id,
  name,
  isSms: name.endsWith('(SMS)'),
  dateOf,
  timeOf,
  leadsIn: dateOf === 'trial' && timeOf === 'trial',
});

/** The messages of each kind of ticket, in the order in which a family gets them. */
export const remindersOf: Record<TicketType, readonly Reminder[]> = {
  TrialConversion: [
    reminder('T1', 'Day before the trial', 'trial'),
    reminder('T2', 'Day of the trial (SMS)', 'trial'),
    reminder('T3', 'After a trial attended', 'trial', 'next lesson'),
    reminder('T4', 'After a trial missed', 'trial', 'next lesson'),
    reminder('T5', 'Waiting for payment', 'next lesson'),
  ],
  ClassRenewal: [
    reminder('R1', 'Two weeks before the end', 'last paid lesson'),
    reminder('R2', 'Three days before the end', 'last paid lesson'),
    reminder('R3', 'Last day (SMS)', 'last paid lesson'),
    reminder('R4', 'A week after the end', 'last paid lesson'),
    reminder('R5', 'Paid, thank you', 'next lesson'),
  ],
};

/** What a message is chosen and filled by. */
export type RemindedTicket = Pick<
  TicketDetail,
  | '_type'
  | 'status'
  | 'attended'
  | 'lesson'
  | 'next_lesson'
  | 'trial_date'
  | 'subscription_end_date'
> & {
  student: Pick<TicketDetail['student'], 'name' | 'first_language'>;
  class: Pick<TicketDetail['class'], 'name'>;
};

/** The message that is offered first; `today` is the business day. */
export const fittingReminder = (
  ticket: Omit<RemindedTicket, 'student' | 'class'>,
  { today, timeZone }: { today: string; timeZone: string },
): ReminderId =>
  ticket._type === 'TrialConversion'
    ? fittingTrialReminder(ticket, daysUntil(momentOf(ticket, 'trial'), today, timeZone))
    : fittingRenewalReminder(
        ticket,
        daysUntil(momentOf(ticket, 'last paid lesson'), today, timeZone),
      );

const fittingTrialReminder = (
  { status, attended }: Pick<RemindedTicket, 'status' | 'attended'>,
  days: number,
): ReminderId => {
  if (status === 'PENDING PAYMENT') return 'T5';
  if (status === 'TRIAL ABSENT' || attended === 'absent') return 'T4';
  if (status === 'TRIAL ATTENDED' || days < 0) return 'T3';
  return days === 0 ? 'T2' : 'T1';
};

const fittingRenewalReminder = (
  { status }: Pick<RemindedTicket, 'status'>,
  days: number,
): ReminderId => {
  if (status === 'RENEWED') return 'R5';
  if (days === 0) return 'R3';
  const isPending = status === 'PENDING DECISION' || status === 'PENDING PAYMENT';
  if (isPending && !(days <= -7)) return 'R2';
  return days < 0 ? 'R4' : 'R1';
};

/** Business days from today to a moment; below 0 it is over, NaN where it is not known. */
const daysUntil = (moment: string | null, today: string, timeZone: string): number =>
  moment === null
    ? Number.NaN
    : Temporal.PlainDate.from(today).until(businessDayOf(moment, timeZone)).days;

/** When a lesson that a message speaks of begins. The lesson itself knows best: it may have been moved. */
const momentOf = (
  ticket: Pick<RemindedTicket, 'lesson' | 'next_lesson' | 'trial_date' | 'subscription_end_date'>,
  lesson: ReminderLesson,
): string | null => {
  if (lesson === 'next lesson') return ticket.next_lesson?.scheduled_on ?? null;
  return ticket.lesson?.scheduled_on ?? ticket.trial_date ?? ticket.subscription_end_date;
};

/** The language that is offered first, by what the student's record says. */
export const fittingLanguage = (firstLanguage: string): ReminderLanguage =>
  /chinese|mandarin|中文|[华華][语語文]|普通[话話]|国语|汉语/i.test(firstLanguage) ? 'zh' : 'en';

/** Where a reader may live, in the order in which it is offered; messages name every zone but the first. */
export const readerZones = [
  { zone: 'Asia/Singapore', place: 'Singapore', en: 'Singapore', zh: '新加坡' },
  { zone: 'Asia/Jakarta', place: 'Jakarta', en: 'Jakarta', zh: '雅加达' },
  { zone: 'Asia/Makassar', place: 'Makassar', en: 'Makassar', zh: '望加锡' },
  { zone: 'Asia/Jayapura', place: 'Jayapura', en: 'Jayapura', zh: '查亚普拉' },
  { zone: 'America/New_York', place: 'US Eastern (New York)', en: 'US Eastern', zh: '美国东部' },
  { zone: 'America/Chicago', place: 'US Central (Chicago)', en: 'US Central', zh: '美国中部' },
  { zone: 'America/Denver', place: 'US Mountain (Denver)', en: 'US Mountain', zh: '美国山地' },
  { zone: 'America/Phoenix', place: 'US Arizona (Phoenix)', en: 'Arizona', zh: '亚利桑那' },
  {
    zone: 'America/Los_Angeles',
    place: 'US Pacific (Los Angeles)',
    en: 'US Pacific',
    zh: '美国太平洋',
  },
  { zone: 'America/Anchorage', place: 'US Alaska (Anchorage)', en: 'Alaska', zh: '阿拉斯加' },
  { zone: 'Pacific/Honolulu', place: 'US Hawaii (Honolulu)', en: 'Hawaii', zh: '夏威夷' },
] as const;
export type ReaderZone = (typeof readerZones)[number]['zone'];

/** The zone of a class's country; null where it has several, of which one must be chosen. */
export const zoneOfCountry = (country: string): ReaderZone | null =>
  country === 'SG' ? 'Asia/Singapore' : country === 'ID' ? 'Asia/Jakarta' : null;

/** What stands in a message besides what the ticket knows. */
export type ReminderChoice = {
  id: ReminderId;
  language: ReminderLanguage;
  zone: ReaderZone | null;
  link: string;
};

/**
 * A message with the ticket's values. What it needs and nobody knows is named in `missing`, as staff call it, and is
 * not to be sent: its place in the text says so in brackets. A student without a name is "your child". Throws where the
 * ticket's kind has no such message.
 */
export const fillReminder = (
  ticket: RemindedTicket,
  { id, language, zone, link }: ReminderChoice,
): { text: string; missing: string[] } => {
  const about = remindersOf[ticket._type].find((each) => each.id === id);
  if (!about) throw new Error(`A ${ticket._type} has no message ${id}.`);
  const words = wordsIn[language];
  const reader = readerZones.find((each) => each.zone === zone);
  const ofSingapore = words.inBrackets(readerZones[0][language]);
  const template = reminderTexts[id][language];
  const namesZone = template.includes(ofSingapore);

  const missing = new Set<string>();
  const known = (value: string, what: string) => {
    if (value !== '') return value;
    missing.add(what);
    return `[${what}]`;
  };
  const inZone = (lesson: ReminderLesson, format: (at: Temporal.ZonedDateTime) => string) => {
    const moment = momentOf(ticket, lesson);
    if (moment === null) return known('', lessonWords[lesson]);
    if (!reader) return known('', 'Reader’s zone');
    return format(Temporal.Instant.from(moment).toZonedDateTimeISO(reader.zone));
  };
  const values: Record<string, (isFirst: boolean) => string> = {
    student_name: (isFirst) => ticket.student.name.trim() || words.child(isFirst),
    class_name: () => known(ticket.class.name.trim(), 'Class'),
    lesson_date: () => inZone(about.dateOf, (at) => words.day(at.toPlainDate())),
    lesson_time: () =>
      inZone(about.timeOf, (at) =>
        namesZone || !reader || reader === readerZones[0]
          ? words.time(at)
          : words.timeIn(words.time(at), reader[language]),
      ),
    link: () => known(link.trim(), 'Link'),
  };
  const text = template
    .replace(ofSingapore, words.inBrackets((reader ?? readerZones[0])[language]))
    // In one go: what a name holds is never taken for a place to be filled.
    .replace(
      /\{(\w+)\}/g,
      (_place, name: string, at: number) =>
        values[name]?.(/(^|[.!?] )$/.test(template.slice(0, at))) ?? '',
    );
  return { text, missing: [...missing] };
};

const lessonWords: Record<ReminderLesson, string> = {
  trial: 'Trial',
  'last paid lesson': 'Last paid lesson',
  'next lesson': 'Next lesson of the class',
};

const twoDigits = (minute: number) => String(minute).padStart(2, '0');

type Words = {
  /** Stands for a student without a name. */
  child: (isFirst: boolean) => string;
  day: (day: Temporal.PlainDate) => string;
  time: (at: Temporal.ZonedDateTime) => string;
  timeIn: (time: string, zone: string) => string;
  inBrackets: (zone: string) => string;
};

const wordsIn: Record<ReminderLanguage, Words> = {
  en: {
    child: (isFirst) => (isFirst ? 'Your child' : 'your child'),
    day: (day) => formatLongDay(day.toString()),
    time: ({ hour, minute }) => `${hour % 12 || 12}:${twoDigits(minute)}${hour < 12 ? 'am' : 'pm'}`,
    timeIn: (time, zone) => `${time} ${zone} time`,
    inBrackets: (zone) => `(${zone} time)`,
  },
  zh: {
    child: () => '孩子',
    day: ({ year, month, day, dayOfWeek }) =>
      `${year}年${month}月${day}日（周${'一二三四五六日'[dayOfWeek - 1]}）`,
    time: ({ hour, minute }) => `${partOfDay(hour)}${hour % 12 || 12}:${twoDigits(minute)}`,
    timeIn: (time, zone) => `${zone}时间${time}`,
    inBrackets: (zone) => `（${zone}时间）`,
  },
};

/** As Chinese says the hour: 2 in the morning is before dawn, 12 is noon, 19:30 is in the evening. */
const partOfDay = (hour: number) => {
  if (hour < 6) return '凌晨';
  if (hour < 12) return '上午';
  if (hour === 12) return '中午';
  return hour < 18 ? '下午' : '晚上';
};
