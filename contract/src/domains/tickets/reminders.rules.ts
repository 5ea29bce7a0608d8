import { businessDayOf } from '../../shared/dates.ts';
import { formatLongDay } from '../../shared/day-words.ts';
import { reminderTexts, type ReminderId, type ReminderLanguage } from './reminder-texts.ts';
import type { TicketDetail } from './ticket.schema.ts';
import { isClosed, type TicketType } from './tickets.rules.ts';

type ReminderLesson = 'trial' | 'last paid lesson' | 'next lesson';

/** A message to copy: its label, and the ticket's lessons of its date and time. */
export type Reminder = {
  id: ReminderId;
  name: string;
  /** Meant for a text message, which is paid by length. */
  isSms: boolean;
  dateOf: ReminderLesson;
  timeOf: ReminderLesson;
  /** True if the link is the student's own link into the lesson; otherwise it is a page to sign up or pay. */
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

/** The messages of each kind of ticket, in the order in which a family receives them. */
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

/** Fields of a ticket by which a message is chosen and filled. */
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

/** Current instant and the business time zone. */
export type ReminderTime = { now: string; timeZone: string };

type Facts = Omit<RemindedTicket, 'student' | 'class'>;

/** The reminder that is offered first: the first that fits the ticket, or a default. */
export const fittingReminder = (ticket: Facts, time: ReminderTime): ReminderId => {
  const [first = usualReminder(ticket, time)] = offerOrder(ticket)
    .map((id) => ({ id, concern: reminderConcern(ticket, id, time) }))
    .filter(({ concern }) => concern === undefined)
    .map(({ id }) => id);
  return first;
};

/** The messages by priority if several fit. */
const offerOrder = ({ _type, status }: Facts): ReminderId[] => {
  if (_type === 'ClassRenewal') return ['R5', 'R3', 'R4', 'R2', 'R1'];
  return status === 'PENDING PAYMENT'
    ? ['T5', 'T2', 'T1', 'T4', 'T3']
    : ['T2', 'T1', 'T4', 'T3', 'T5'];
};

const usualReminder = (ticket: Facts, time: ReminderTime): ReminderId => {
  if (ticket._type === 'ClassRenewal') return 'R1';
  return isOver(momentOf(ticket, 'trial'), time) ? 'T3' : 'T1';
};

/** Why a message does not fit a ticket; undefined if it fits. It can be sent anyway, because staff may know more. */
export const reminderConcern = (
  ticket: Facts,
  id: ReminderId,
  time: ReminderTime,
): string | undefined => {
  if (id === 'R5')
    return ticket.status === 'RENEWED' ? undefined : 'This subscription is not renewed yet.';
  if (isClosed(ticket.status)) return `This ticket is closed: ${ticket.status}.`;
  return ticket._type === 'TrialConversion'
    ? trialConcern(ticket, id, time)
    : renewalConcern(ticket, id, time);
};

const trialConcern = (ticket: Facts, id: ReminderId, time: ReminderTime): string | undefined => {
  const trial = momentOf(ticket, 'trial');
  if (id === 'T5')
    return ticket.status === 'PENDING PAYMENT'
      ? undefined
      : `This ticket is not waiting for payment: ${ticket.status}.`;
  if (trial === null) return 'The date of the trial is not known.';
  const when = whenWords(trial, time);
  if (id === 'T3' || id === 'T4') {
    if (!isOver(trial, time)) return `The trial has not started yet: it is ${when}.`;
    const attended = attendanceOf(ticket);
    if (attended === null)
      return 'No attendance recorded yet: it is not known if the student attended.';
    if (id === 'T3') return attended === 'absent' ? 'The student missed the trial.' : undefined;
    return attended === 'attended' ? 'The student attended the trial.' : undefined;
  }
  if (isOver(trial, time)) return `The trial has started: it was ${when}.`;
  const due = id === 'T1' ? 1 : 0;
  return daysUntil(trial, time) === due
    ? undefined
    : `The trial is ${when}, not ${due === 0 ? 'today' : 'tomorrow'}.`;
};

const attendanceOf = ({ attended, status }: Facts): 'attended' | 'absent' | null => {
  if (attended === 'attended' || attended === 'absent') return attended;
  if (status === 'TRIAL ATTENDED') return 'attended';
  return status === 'TRIAL ABSENT' ? 'absent' : null;
};

/** Days before the end of a subscription from which R1 fits. */
const firstNotice = 14;
/** Days before the end of a subscription from which R2 fits. */
const secondNotice = 3;

const renewalConcern = (ticket: Facts, id: ReminderId, time: ReminderTime): string | undefined => {
  const end = momentOf(ticket, 'last paid lesson');
  if (end === null) return 'The date of the last paid lesson is not known.';
  const days = daysUntil(end, time);
  const is = `The last paid lesson ${days < 0 ? 'was' : 'is'} ${whenWords(end, time)}`;
  if (id === 'R3') return days === 0 ? undefined : `${is}, not today.`;
  if (id === 'R4') return days < 0 ? undefined : `${is}: the student has not stopped yet.`;
  if (days < 0 || isOver(end, time)) return `${is}: it is over.`;
  const isPending = ticket.status === 'PENDING DECISION' || ticket.status === 'PENDING PAYMENT';
  const notice = id === 'R1' ? firstNotice : secondNotice;
  const isSoon = days <= notice || (id === 'R2' && isPending);
  return isSoon ? undefined : `${is}, in ${days} days.`;
};

/** Business days from today to a moment; negative for the past. */
const daysUntil = (moment: string, { now, timeZone }: ReminderTime): number =>
  Temporal.PlainDate.from(businessDayOf(now, timeZone)).until(businessDayOf(moment, timeZone)).days;

const isOver = (moment: string | null, { now }: ReminderTime): boolean =>
  moment !== null && Date.parse(moment) <= Date.parse(now);

/** "today", "tomorrow", "yesterday", "on Sat 14 Mar 2026". */
const whenWords = (moment: string, time: ReminderTime): string =>
  ({ '-1': 'yesterday', '0': 'today', '1': 'tomorrow' })[String(daysUntil(moment, time))] ??
  `on ${formatLongDay(businessDayOf(moment, time.timeZone))}`;

/** Start of a lesson that a message refers to. The lesson has priority over the ticket: it may have been moved. */
const momentOf = (
  ticket: Pick<RemindedTicket, 'lesson' | 'next_lesson' | 'trial_date' | 'subscription_end_date'>,
  lesson: ReminderLesson,
): string | null => {
  if (lesson === 'next lesson') return ticket.next_lesson?.scheduled_on ?? null;
  return ticket.lesson?.scheduled_on ?? ticket.trial_date ?? ticket.subscription_end_date;
};

/** The language that is offered first, by the student's first language. */
export const fittingLanguage = (firstLanguage: string): ReminderLanguage =>
  /chinese|mandarin|中文|[华華][语語文]|普通[话話]|国语|汉语/i.test(firstLanguage) ? 'zh' : 'en';

/** Time zones of readers, in display order; messages name every zone except the first. */
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

/** The zone of a class's country; null for a country with several zones. */
export const zoneOfCountry = (country: string): ReaderZone | null =>
  country === 'SG' ? 'Asia/Singapore' : country === 'ID' ? 'Asia/Jakarta' : null;

/** Values of a message that are not in the ticket. */
export type ReminderChoice = {
  id: ReminderId;
  language: ReminderLanguage;
  zone: ReaderZone | null;
  link: string;
};

/**
 * Fills a message with the ticket's values. An unknown value is in `missing` by its label, and in brackets in the text,
 * which must not be sent. A student without a name is "your child". Throws if the ticket's kind has no such message.
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
    // All placeholders are replaced in one pass, so that a name with braces is not taken for a placeholder.
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
  /** Text for a student without a name. */
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

/** The Chinese word for the part of the day: 2:00 is before dawn, 12:00 is noon, 19:30 is evening. */
const partOfDay = (hour: number) => {
  if (hour < 6) return '凌晨';
  if (hour < 12) return '上午';
  if (hour === 12) return '中午';
  return hour < 18 ? '下午' : '晚上';
};
