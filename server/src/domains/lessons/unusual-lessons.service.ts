import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { holidaysOn } from 'staffroom-contract/domains/lessons/holidays.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { lessons } from './lessons.schema.ts';

type After = Before & Pick<Lesson, 'class'> & { _id?: string };

type Before = Pick<Lesson, 'scheduled_on' | 'ended_on' | 'meta' | 'is_active'>;

type Save = {
  /** The lesson before the save; absent for a new one. */
  before?: Before;
  after: After;
  /** True unless only the release changes. */
  changes: boolean;
};

/**
 * Throws `lesson_unusual` if the user should confirm a save: it changes a past lesson, or the lesson would be in the
 * past, after its class's end, on a public holiday, or have the term and number of another (decisions: Classes,
 * lessons, rosters). States that were there before are not reported again. Reports several saves at once.
 */
export const refuseUnusual = async (tx: Db, context: Context, ...saves: Save[]) => {
  const reasons = new Set<string>();
  for (const save of saves)
    for (const reason of await reasonsOf(tx, context, save)) reasons.add(reason);
  refuseWith([...reasons].slice(0, mostReasons));
};

/** Most reasons in a message. */
const mostReasons = 5;

const reasonsOf = async (
  tx: Db,
  context: Context,
  { before, after, changes }: Save,
): Promise<string[]> => {
  const zone = context.settings.businessTimeZone;
  const now = context.clock.now();
  const isMoved =
    before === undefined ||
    before.scheduled_on !== instantOf(after.scheduled_on) ||
    before.ended_on !== instantOf(after.ended_on);
  const isCounted =
    before === undefined ||
    before.meta.term !== after.meta.term ||
    before.meta.index !== after.meta.index ||
    (after.is_active && !before.is_active);
  return [
    ...(before && changes && isPast(before.ended_on, now)
      ? [heldWords(before.ended_on, zone)]
      : []),
    ...(isMoved && isPast(after.ended_on, now) && !(before && isPast(before.ended_on, now))
      ? [`${wordsOf(after.scheduled_on, zone)} is in the past.`]
      : []),
    ...(isMoved && after.is_active ? await dayWords(tx, after, zone) : []),
    ...(isCounted && after.is_active ? await numberWords(tx, after, zone) : []),
  ];
};

/** Throws `lesson_unusual` if the students of a past lesson would change. */
export const refuseHeld = (
  context: Pick<Context, 'clock' | 'settings'>,
  changed: readonly { endedAt: Date }[],
) => {
  const held = changed.filter(({ endedAt }) => endedAt <= context.clock.now());
  refuseWith(
    held.slice(0, 3).map(({ endedAt }) => heldWords(endedAt, context.settings.businessTimeZone)),
  );
};

const refuseWith = (reasons: readonly string[]) => {
  if (reasons.length > 0)
    throw refusal('lesson_unusual', { message: [...reasons, 'Save anyway?'].join(' ') });
};

const instantOf = (at: string) => new Date(at).toISOString();

const isPast = (at: string, now: Date) => Date.parse(at) <= now.getTime();

const heldWords = (ended: string | Date, zone: string) =>
  `The lesson of ${wordsOf(ended, zone)} was held already.`;

/** Returns the reasons from the lesson's day: after its class's end, or on a public holiday. */
const dayWords = async (tx: Db, after: After, zone: string) => {
  const tuitionClass = await classQueries.requireById(tx, after.class);
  const day = businessDayOf(after.scheduled_on, zone);
  const end = businessDayOf(tuitionClass.endDate.toISOString(), zone);
  return [
    ...(day > end ? [`The class ends on ${wordsOf(tuitionClass.endDate, zone)}.`] : []),
    ...holidaysOn(day)
      .filter(({ kind }) => kind === 'public')
      .map(({ name }) => `${wordsOf(after.scheduled_on, zone)} is ${name}.`),
  ];
};

/** Returns the reason if another active lesson of the class has this term and number. */
const numberWords = async (tx: Db, after: After, zone: string) => {
  const { term, index } = after.meta;
  const isOther: SQL | undefined = after._id === undefined ? undefined : ne(lessons.id, after._id);
  const [other] = await tx
    .select({ name: lessons.name, scheduledAt: lessons.scheduledAt })
    .from(lessons)
    .where(
      and(
        eq(lessons.classId, after.class),
        eq(lessons.term, term),
        eq(lessons.lessonIndex, index),
        eq(lessons.isActive, true),
        isOther,
      ),
    )
    .limit(1);
  return other
    ? [`T${term} L${index} is also ${other.name} of ${wordsOf(other.scheduledAt, zone)}.`]
    : [];
};

/** Returns "14 Mar 2027". */
const wordsOf = (at: string | Date, timeZone: string) =>
  new Date(at).toLocaleDateString('en-GB', { timeZone, dateStyle: 'medium' });
