import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countSms } from '../announcements/sms.rules.ts';
import { reminderIds, reminderLanguages, reminderTexts } from './reminder-texts.ts';
import {
  fillReminder,
  fittingLanguage,
  fittingReminder,
  readerZones,
  reminderConcern,
  remindersOf,
  zoneOfCountry,
  type RemindedTicket,
  type ReminderChoice,
} from './reminders.rules.ts';
import { ticketTypes, type TicketStatus } from './tickets.rules.ts';

const lessonOn = (scheduled_on: string): NonNullable<RemindedTicket['lesson']> => ({
  _id: 'lesson',
  name: 'Ratio',
  scheduled_on,
  ended_on: scheduled_on,
  meta: { index: 4, term: 1 },
  tutor: [],
});

/** A trial on Sat 14 Mar 2026 at 14:00 in Singapore, and the class a week later at 14:00. */
const trial = (changes: Partial<RemindedTicket> = {}): RemindedTicket => ({
  _type: 'TrialConversion',
  status: 'TRIAL REGISTERED',
  attended: null,
  lesson: lessonOn('2026-03-14T06:00:00Z'),
  trial_date: '2026-03-14T06:00:00Z',
  subscription_end_date: null,
  student: { name: 'Tan Jun Wei', first_language: 'English' },
  class: { name: 'P6 Mathematics Sat 2pm' },
  next_lesson: lessonOn('2026-03-21T06:00:00Z'),
  ...changes,
});

/** A subscription whose last paid lesson is on Sat 14 Mar 2026 at 14:00 in Singapore. */
const renewal = (changes: Partial<RemindedTicket> = {}) =>
  trial({
    _type: 'ClassRenewal',
    status: 'INIT',
    trial_date: null,
    subscription_end_date: '2026-03-14T06:00:00Z',
    ...changes,
  });

const link = 'https://example.com/j/8Kq2';
const choice = (changes: Partial<ReminderChoice>): ReminderChoice => ({
  id: 'T1',
  language: 'en',
  zone: 'Asia/Singapore',
  link,
  ...changes,
});
const ticketOf = (id: string) => (id.startsWith('T') ? trial() : renewal());

describe('a reminder', () => {
  test('of the day before a trial has the exact text', () => {
    expect(fillReminder(trial(), choice({ id: 'T1' }))).toEqual({
      text: `Hi! This is a friendly reminder that Tan Jun Wei has a trial class tomorrow.

Class: P6 Mathematics Sat 2pm
Date: Sat 14 Mar 2026
Time: 2:00pm (Singapore time)
Join here: https://example.com/j/8Kq2

Please log in 10 minutes early to test the sound and camera, and have paper and a pen ready. The link is for Tan Jun Wei only, so kindly do not share it. If the timing no longer works, reply here and we will find another slot.`,
      missing: [],
    });
    expect(fillReminder(trial(), choice({ id: 'T1', language: 'zh' })).text).toContain(
      '日期：2026年3月14日（周六）\n时间：下午2:00（新加坡时间）\n上课链接：https://example.com/j/8Kq2',
    );
  });

  test.each([
    // The table of lengths counts the time as "2:00pm SGT", four characters more.
    ['T2', 'GSM-7', 1],
    ['T3', 'GSM-7', 3],
    ['T5', 'GSM-7', 2],
    ['R3', 'GSM-7', 1],
    ['R5', 'GSM-7', 1],
  ] as const)('%s in English is %s of %i parts', (id, encoding, parts) => {
    const { text } = fillReminder(ticketOf(id), choice({ id }));
    expect(countSms(text)).toMatchObject({ encoding, parts });
  });

  test.each([
    ['T3', 'joining us on Sat 14 Mar 2026', 'the next lesson at 2:00pm'],
    ['T4', 'trial on Sat 14 Mar 2026', 'next lesson starts at 2:00pm'],
    ['T5', 'held until Sat 21 Mar 2026, 2:00pm', ''],
    ['R1', 'the lesson on Sat 14 Mar 2026 at 2:00pm', ''],
    ['R4', 'since Sat 14 Mar 2026', 'meets at 2:00pm'],
    ['R5', 'next lesson is on Sat 21 Mar 2026 at 2:00pm', ''],
  ] as const)('%s has the dates of its lessons', (id, date, time) => {
    const { text } = fillReminder(ticketOf(id), choice({ id }));
    expect(text).toContain(date);
    expect(text).toContain(time);
  });

  test('has the time of the next lesson if that differs', () => {
    const later = trial({ next_lesson: lessonOn('2026-03-21T07:30:00Z') });
    expect(fillReminder(later, choice({ id: 'T3' })).text).toContain('next lesson at 3:30pm');
    expect(fillReminder(later, choice({ id: 'T3' })).text).toContain('joining us on Sat 14 Mar');
  });

  test('follows a trial that was moved', () => {
    const moved = trial({ lesson: lessonOn('2026-03-15T07:00:00Z') });
    expect(fillReminder(moved, choice({})).text).toContain('Sun 15 Mar 2026\nTime: 3:00pm');
  });
});

describe('the reader’s zone', () => {
  test.each([
    ['Asia/Jakarta', 'Sat 14 Mar 2026', '1:00pm', '(Jakarta time)'],
    ['Asia/Makassar', 'Sat 14 Mar 2026', '2:00pm', '(Makassar time)'],
    ['America/Los_Angeles', 'Fri 13 Mar 2026', '11:00pm', '(US Pacific time)'],
    ['America/New_York', 'Sat 14 Mar 2026', '2:00am', '(US Eastern time)'],
    // Arizona has no summer time; it had begun elsewhere six days before.
    ['America/Phoenix', 'Fri 13 Mar 2026', '11:00pm', '(Arizona time)'],
    ['America/Denver', 'Sat 14 Mar 2026', '12:00am', '(US Mountain time)'],
  ] as const)('%s: its day, its time, its name', (zone, date, time, name) => {
    const { text } = fillReminder(trial(), choice({ zone }));
    expect(text).toContain(`Date: ${date}\nTime: ${time} ${name}`);
    expect(text).not.toContain('Singapore');
    expect(fillReminder(trial(), choice({ zone, id: 'T2' })).text).toContain(
      `today, ${date} at ${time} ${name.slice(1, -1)}.`,
    );
  });

  test.each([
    ['Asia/Jakarta', '2026年3月14日（周六）', '下午1:00', '雅加达时间'],
    ['America/Los_Angeles', '2026年3月13日（周五）', '晚上11:00', '美国太平洋时间'],
    ['America/New_York', '2026年3月14日（周六）', '凌晨2:00', '美国东部时间'],
  ] as const)('%s in Chinese too', (zone, date, time, name) => {
    const filled = (id: ReminderChoice['id']) =>
      fillReminder(trial(), choice({ zone, id, language: 'zh' })).text;
    expect(filled('T1')).toContain(`日期：${date}\n时间：${time}（${name}）`);
    expect(filled('T2')).toContain(`今天${name}${time}有试听课`);
  });

  test.each([
    ['00:15', '12:15am', '凌晨12:15'],
    ['09:05', '9:05am', '上午9:05'],
    ['12:00', '12:00pm', '中午12:00'],
    ['13:30', '1:30pm', '下午1:30'],
    ['19:30', '7:30pm', '晚上7:30'],
  ])('%s is %s, and %s in Chinese', (clock, english, chinese) => {
    const at = trial({ lesson: lessonOn(`2026-03-14T${clock}:00+08:00`) });
    expect(fillReminder(at, choice({})).text).toContain(`Time: ${english} (`);
    expect(fillReminder(at, choice({ language: 'zh' })).text).toContain(`时间：${chinese}（`);
  });

  test('is Singapore’s and Jakarta’s by the class’s country, and must be chosen for the US', () => {
    expect(['SG', 'ID', 'US'].map(zoneOfCountry)).toEqual(['Asia/Singapore', 'Asia/Jakarta', null]);
    const { text, missing } = fillReminder(trial(), choice({ zone: null }));
    expect(missing).toEqual(['Reader’s zone']);
    expect(text).toContain('Time: [Reader’s zone]');
  });
});

describe('missing values', () => {
  test('are listed, and named in brackets in the text', () => {
    const bare = trial({ class: { name: ' ' }, next_lesson: null });
    const { text, missing } = fillReminder(bare, choice({ id: 'T3', link: ' ' }));
    expect(missing).toEqual(['Class', 'Next lesson of the class', 'Link']);
    expect(text).toContain('at [Next lesson of the class], you can sign up here: [Link].');
    const lost = renewal({ lesson: null, subscription_end_date: null });
    expect(fillReminder(lost, choice({ id: 'R1' })).missing).toEqual(['Last paid lesson']);
    // A message that does not use the value does not need it.
    expect(fillReminder(lost, choice({ id: 'R3', language: 'zh' })).missing).toEqual([]);
  });

  test('of a student’s name do not block the message', () => {
    const nameless = { student: { name: '', first_language: '' } };
    const filled = (id: ReminderChoice['id'], language: ReminderChoice['language'] = 'en') =>
      fillReminder({ ...ticketOf(id), ...nameless }, choice({ id, language }));
    expect(filled('T1').text).toContain('reminder that your child has');
    expect(filled('R3').text).toMatch(/^Your child's P6/);
    expect(filled('R5').text).toMatch(/^Thank you! Your child is/);
    expect(filled('R1', 'zh').text).toContain('孩子 的《P6');
    expect(filled('T1').missing).toEqual([]);
  });

  test('are not filled from a name that looks like a placeholder', () => {
    const odd = trial({ student: { name: '{link} $&', first_language: '' } });
    expect(fillReminder(odd, choice({})).text).toContain('reminder that {link} $& has a trial');
  });

  test('leave no placeholder in the text, with any ticket', () => {
    const texts = fc.string().filter((text) => !/[{}]|undefined|null|NaN/.test(text));
    const moments = fc.option(fc.constantFrom('2026-03-14T06:00:00Z', '2026-12-31T23:59:00Z'));
    fc.assert(
      fc.property(
        fc.constantFrom(...reminderIds),
        fc.constantFrom(...reminderLanguages),
        fc.option(fc.constantFrom(...readerZones.map(({ zone }) => zone))),
        fc.tuple(texts, texts, texts, moments, moments),
        (id, language, zone, [name, className, url, first, next]) => {
          const base = ticketOf(id);
          const ticket = {
            ...base,
            lesson: first === null ? null : lessonOn(first),
            trial_date: null,
            subscription_end_date: null,
            student: { ...base.student, name },
            class: { name: className },
            next_lesson: next === null ? null : lessonOn(next),
          };
          const { text, missing } = fillReminder(ticket, { id, language, zone, link: url });
          expect(text).not.toMatch(/[{}]|undefined|null|NaN/);
          for (const what of missing) expect(text).toContain(`[${what}]`);
          expect(missing.includes('Link')).toBe(
            url.trim() === '' && reminderTexts[id][language].includes('{link}'),
          );
        },
      ),
    );
  });
});

describe('the reminder that is offered first', () => {
  const at = (local: string) => ({ now: `${local}+08:00`, timeZone: 'Asia/Singapore' });
  const concernOf = (ticket: RemindedTicket, local: string) =>
    reminderConcern(ticket, fittingReminder(ticket, at(local)), at(local));

  test.each<[TicketStatus, RemindedTicket['attended'], string, string]>([
    ['TRIAL REGISTERED', null, '2026-03-13T10:00', 'T1'],
    ['TRIAL REGISTERED', null, '2026-03-14T10:00', 'T2'],
    ['PRE TRIAL FOLLOWED UP', null, '2026-03-14T13:59', 'T2'],
    ['TRIAL ATTENDED', 'attended', '2026-03-14T18:00', 'T3'],
    ['TRIAL ABSENT', 'absent', '2026-03-14T18:00', 'T4'],
    ['POST TRIAL FOLLOWED UP', 'absent', '2026-03-16T10:00', 'T4'],
    ['PENDING DECISION', 'attended', '2026-03-16T10:00', 'T3'],
    ['PENDING PAYMENT', 'attended', '2026-03-16T10:00', 'T5'],
  ])('of a trial that is %s (%s) at %s is %s', (status, attended, local, id) => {
    const ticket = trial({ status, attended });
    expect(fittingReminder(ticket, at(local))).toBe(id);
    expect(concernOf(ticket, local)).toBeUndefined();
  });

  test.each<[TicketStatus, string, string]>([
    ['INIT', '2026-03-01T10:00', 'R1'],
    ['FOLLOWED UP', '2026-03-10T10:00', 'R1'],
    ['FOLLOWED UP', '2026-03-11T10:00', 'R2'],
    ['PENDING DECISION', '2026-03-05T10:00', 'R2'],
    ['PENDING PAYMENT', '2026-03-16T10:00', 'R4'],
    ['PENDING PAYMENT', '2026-03-14T10:00', 'R3'],
    ['INIT', '2026-03-14T20:00', 'R3'],
    ['INIT', '2026-03-15T10:00', 'R4'],
    ['RENEWED', '2026-03-14T10:00', 'R5'],
  ])('of a renewal that is %s at %s is %s', (status, local, id) => {
    const ticket = renewal({ status });
    expect(fittingReminder(ticket, at(local))).toBe(id);
    expect(concernOf(ticket, local)).toBeUndefined();
  });

  test.each<[Partial<RemindedTicket>, string, string, string]>([
    [{}, '2026-03-10T10:00', 'T1', 'The trial is on Sat 14 Mar 2026, not tomorrow.'],
    [{}, '2026-03-14T10:00', 'T1', 'The trial is today, not tomorrow.'],
    [{}, '2026-03-13T10:00', 'T2', 'The trial is tomorrow, not today.'],
    [{}, '2026-03-14T14:00', 'T2', 'The trial has started: it was today.'],
    [{}, '2026-03-13T10:00', 'T3', 'The trial has not started yet: it is tomorrow.'],
    [
      { attended: 'missing' },
      '2026-03-15T10:00',
      'T3',
      'No attendance recorded yet: it is not known if the student attended.',
    ],
    [{ attended: 'absent' }, '2026-03-15T10:00', 'T3', 'The student missed the trial.'],
    [{ attended: 'attended' }, '2026-03-15T10:00', 'T4', 'The student attended the trial.'],
    [{}, '2026-03-13T10:00', 'T5', 'This ticket is not waiting for payment: TRIAL REGISTERED.'],
    [{ status: 'CLOSED WON' }, '2026-03-13T10:00', 'T1', 'This ticket is closed: CLOSED WON.'],
    [
      { lesson: null, trial_date: null },
      '2026-03-13T10:00',
      'T1',
      'The date of the trial is not known.',
    ],
  ])('of a trial (%j) at %s warns of %s: %s', (changes, local, id, words) => {
    expect(reminderConcern(trial(changes), id as ReminderChoice['id'], at(local))).toBe(words);
  });

  test.each<[Partial<RemindedTicket>, string, string, string]>([
    [{}, '2026-02-20T10:00', 'R1', 'The last paid lesson is on Sat 14 Mar 2026, in 22 days.'],
    [{}, '2026-03-05T10:00', 'R2', 'The last paid lesson is on Sat 14 Mar 2026, in 9 days.'],
    [{}, '2026-03-15T10:00', 'R2', 'The last paid lesson was yesterday: it is over.'],
    [{}, '2026-03-13T10:00', 'R3', 'The last paid lesson is tomorrow, not today.'],
    [
      {},
      '2026-03-13T10:00',
      'R4',
      'The last paid lesson is tomorrow: the student has not stopped yet.',
    ],
    [{}, '2026-03-13T10:00', 'R5', 'This subscription is not renewed yet.'],
    [{ status: 'RENEWED' }, '2026-03-13T10:00', 'R2', 'This ticket is closed: RENEWED.'],
  ])('of a renewal (%j) at %s warns of %s: %s', (changes, local, id, words) => {
    expect(reminderConcern(renewal(changes), id as ReminderChoice['id'], at(local))).toBe(words);
  });

  test('of a trial without known attendance shows a warning before it thanks', () => {
    const ticket = trial({ attended: 'missing' });
    expect(fittingReminder(ticket, at('2026-03-15T10:00'))).toBe('T3');
    expect(concernOf(ticket, '2026-03-15T10:00')).toContain('No attendance recorded yet');
  });

  test('belongs to the ticket’s kind', () => {
    for (const type of ticketTypes)
      for (const { id } of remindersOf[type]) expect(id[0]).toBe(type[0] === 'T' ? 'T' : 'R');
    expect(() => fillReminder(trial(), choice({ id: 'R1' }))).toThrow('no message R1');
  });

  test.each([
    ['Chinese', 'zh'],
    ['Mandarin Chinese', 'zh'],
    ['中文', 'zh'],
    ['华语', 'zh'],
    ['English', 'en'],
    ['Malay', 'en'],
    ['', 'en'],
  ])('is in the language of a student whose first is "%s": %s', (first, language) => {
    expect(fittingLanguage(first)).toBe(language);
  });
});
