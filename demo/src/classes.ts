import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import { classList } from './data/class-list.ts';
import type { ClassPlan } from './data/class-plan.ts';
import { topics } from './data/topics.ts';
import { businessZone, dayOf, days, instantAt, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { lessonDays, type LessonDay } from './lesson-days.ts';
import { createIds, type Random } from './random.ts';

export type Lesson = {
  id: string;
  classId: string;
  start: number;
  end: number;
  isActive: boolean;
  row: Row;
};

export type TuitionClass = {
  id: string;
  plan: ClassPlan;
  type: 'Workshop' | 'Regular Classes' | 'Recording';
  currency: Currency;
  rateCents: number;
  maxCap: number;
  /** In order of time; orders take only the active ones. */
  lessons: Lesson[];
  /** Without max_cap, which is known when all places are given. */
  row: Row;
};

const typeOf = (plan: ClassPlan): TuitionClass['type'] => {
  if (plan.recording) return 'Recording';
  return plan.workshop ? 'Workshop' : 'Regular Classes';
};

const lengthOf = (plan: ClassPlan) =>
  minutes(plan.minutes ?? (plan.levels.every((level) => level.startsWith('primary')) ? 90 : 120));

const platforms = [
  ['Staffroom Classroom', 60],
  ['Zoom', 32],
  ['ClassIn', 8],
] as const;

const lessonName = (plan: ClassPlan, term: number, index: number) => {
  const list = topics[plan.curriculum];
  const topic = list[((term - 1) * 10 + index - 1) % list.length] ?? '';
  const revision = plan.curriculum === 'chinese' ? '复习：' : 'Revision: ';
  return `T${term} L${index} ${index > 10 ? revision : ''}${topic}`;
};

const createLessons = (
  plan: ClassPlan,
  classId: string,
  created: number,
  calendar: readonly LessonDay[],
  random: Random,
  today: number,
): Lesson[] => {
  const newId = createIds(random);
  const platform = random.weighted(platforms);
  const hostingType = random.weighted([
    ['webinar', 70],
    ['meeting', 27],
    ['1-to-1', 3],
  ] as const);
  return calendar.map(({ day, term, index }) => {
    const start = instantAt(day, plan.time, plan.zone);
    const end = start + lengthOf(plan);
    const id = newId(created);
    const isActive = plan.sample !== undefined || !random.chance(0.015);
    const row = {
      id,
      class_id: classId,
      name: lessonName(plan, term, index),
      description: '',
      term,
      lesson_index: index,
      scheduled_at: iso(start),
      ended_at: iso(end),
      hosting_platform: platform,
      hosting_type: hostingType,
      is_active: isActive,
      is_released: start < today + days(42),
      is_completed: end < today,
      created: iso(created),
      updated: iso(Math.min(Math.max(created, start - days(random.whole(1, 20))), today - 1000)),
    };
    return { id, classId, start, end, isActive, row };
  });
};

const clock = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(businessZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const describe = (plan: ClassPlan) =>
  `<p>${plan.levels.map(formatLevel).join(', ')} ${plan.subject}, ${lengthOf(plan) / 60_000} minutes a lesson.</p>`;

const createClass = (plan: ClassPlan, random: Random, today: number): TuitionClass => {
  const calendar = lessonDays(plan, random, today);
  const opening = calendar[0] ? instantAt(calendar[0].day, '00:00') : today;
  const created =
    Math.min(today, opening) - days(random.whole(30, 120)) + random.whole(0, 40_000_000);
  const id = createIds(random)(created);
  const lessons = createLessons(plan, id, created, calendar, random, today);
  const [first, last] = [lessons[0], lessons.at(-1)];
  if (!first || !last) throw new Error(`${plan.name} has no lessons.`);
  const next = lessons.find((lesson) => lesson.start > today) ?? last;
  const type = typeOf(plan);
  const currency = plan.currency ?? 'SGD';
  const rateCents = plan.rate * 100;
  const row = {
    id,
    name: plan.name,
    subject: plan.subject,
    country: plan.country ?? 'SG',
    class_type: type,
    description: describe(plan),
    start_date: iso(first.start),
    // Recordings stay on sale.
    end_date: iso(plan.recording ? today + days(180) : last.end),
    date_of_week: weekdays[dayOf(next.start).dayOfWeek - 1] ?? '',
    start_time: clock(next.start),
    end_time: clock(next.end),
    levels: plan.levels,
    is_free: plan.free ?? false,
    is_trial: type === 'Regular Classes' && !plan.fullPurchase,
    is_featured: plan.featured ?? false,
    is_listed: !(plan.unlisted ?? false),
    is_sold_out: plan.soldOut ?? false,
    is_active: !(plan.inactive ?? false),
    force_full_purchase: plan.fullPurchase ?? false,
    rate: rateCents,
    currency,
    created: iso(created),
    updated: iso(today - random.whole(3_600_000, days(60))),
  };
  return { id, plan, type, currency, rateCents, maxCap: plan.cap, lessons, row };
};

export const createClasses = (random: Random, today: number) =>
  classList.map((plan) => createClass(plan, random, today));
