import type { ClassPlan } from './data/class-plan.ts';
import { dayOf, isHoliday, mondayOf, termOf } from './demo-time.ts';
import type { Random } from './random.ts';

export type LessonDay = { day: Temporal.PlainDate; term: number; index: number };

const weeksBack = 13;
const weeksAhead = 9;
/** The months of the sample order file. */
const sampleFrom = Temporal.PlainDate.from('2026-02-01');
const sampleTo = Temporal.PlainDate.from('2026-07-31');
const sampleWorkshopDays = ['02', '04', '09', '11', '16', '18', '23', '25'].map((day) =>
  Temporal.PlainDate.from(`2026-06-${day}`),
);

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0;

/** First day on which ordinary classes have lessons. */
export const windowStart = (today: number) => mondayOf(dayOf(today)).subtract({ weeks: weeksBack });

/** Every `weekday` from one day to another, both included. */
const weekly = (from: Temporal.PlainDate, to: Temporal.PlainDate, weekday: number) => {
  const found: Temporal.PlainDate[] = [];
  let day = mondayOf(from).add({ days: weekday - 1 });
  for (; !isBefore(to, day); day = day.add({ weeks: 1 })) if (!isBefore(day, from)) found.push(day);
  return found;
};

/** A sample class also runs in the sample file's months, and on until today when today is near. */
const sampleWeeks = (plan: ClassPlan, from: Temporal.PlainDate) => {
  const near = isBefore(sampleTo, from) && sampleTo.until(from).days <= 150;
  const to = near ? from.subtract({ days: 1 }) : sampleTo;
  return weekly(sampleFrom, to, plan.weekday);
};

const regularDays = (plan: ClassPlan, random: Random, today: number): LessonDay[] => {
  const from = windowStart(today);
  const until = plan.stoppedWeeksAgo
    ? dayOf(today).subtract({ weeks: plan.stoppedWeeksAgo })
    : from.add({ weeks: weeksBack + weeksAhead });
  const inWindow = weekly(from, until, plan.weekday);
  const all = plan.sample === 'weekly' ? [...sampleWeeks(plan, from), ...inWindow] : inWindow;
  return [...new Set(all.map(String))]
    .toSorted()
    .map((text) => Temporal.PlainDate.from(text))
    .filter((day) => isSampleDay(plan, day) || !isHoliday(day) || random.chance(0.15))
    .map((day) => {
      const { term, week } = termOf(day);
      return { day, term, index: week };
    });
};

/** The sample file counts on these lessons, holidays included. */
const isSampleDay = (plan: ClassPlan, day: Temporal.PlainDate) =>
  plan.sample === 'weekly' && !isBefore(day, sampleFrom) && !isBefore(sampleTo, day);

const runOf = (first: Temporal.PlainDate, lessons: number, everyDays: number): LessonDay[] =>
  Array.from({ length: lessons }, (_, number) => {
    const day = first.add({ days: number * everyDays });
    return { day, term: termOf(day).term, index: number + 1 };
  });

/** The days of a class's lessons with their place in the school year, in order. */
export const lessonDays = (plan: ClassPlan, random: Random, today: number): LessonDay[] => {
  const monday = mondayOf(dayOf(today));
  if (plan.recording) {
    const first = monday.subtract({ weeks: 12 }).add({ days: plan.weekday - 1 });
    return runOf(first, plan.recording.lessons, 7);
  }
  if (!plan.workshop) return regularDays(plan, random, today);
  const { startsInWeeks, lessons, everyDays } = plan.workshop;
  const first = monday.add({ days: startsInWeeks * 7 + plan.weekday - 1 });
  const run = runOf(first, lessons, everyDays);
  if (plan.sample !== 'june-workshop') return run;
  const taken = new Set(run.map(({ day }) => day.toString()));
  const june = sampleWorkshopDays.map((day, number) => ({ day, term: 2, index: number + 1 }));
  return [...june.filter(({ day }) => !taken.has(day.toString())), ...run].toSorted((a, b) =>
    Temporal.PlainDate.compare(a.day, b.day),
  );
};
