import { classes } from '../../src/domains/classes/classes.schema.ts';
import { lessons } from '../../src/domains/lessons/lessons.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow, insertRows } from './insert-row.ts';

const day = 24 * 60 * 60_000;

/** An active class at $30.00 a lesson that runs from 90 days ago to 180 days ahead. */
export const aClass = (app: Stage, values: Partial<typeof classes.$inferInsert> = {}) => {
  const now = app.clock.now();
  return insertRow(app, classes, {
    name: unique('Sec 3 A Maths Regular'),
    subject: 'Mathematics',
    classType: 'Regular Classes',
    startDate: new Date(now.getTime() - 90 * day),
    endDate: new Date(now.getTime() + 180 * day),
    dateOfWeek: 'Tue',
    startTime: '19:00',
    endTime: '21:00',
    levels: ['secondary-3'],
    rate: 3000,
    ...values,
  });
};

type LessonValues = Partial<typeof lessons.$inferInsert>;

type LessonInDays = LessonValues & { inDays?: number };

const lessonRow = (app: Stage, classId: string, { inDays = 7, ...values }: LessonInDays) => {
  const scheduledAt = values.scheduledAt ?? new Date(app.clock.now().getTime() + inDays * day);
  return {
    classId,
    name: 'Surds',
    scheduledAt,
    endedAt: new Date(scheduledAt.getTime() + 2 * 60 * 60_000),
    hostingPlatform: 'Staffroom Classroom',
    ...values,
  };
};

/** A two-hour lesson of a class, `inDays` from now. */
export const aLesson = (app: Stage, classId: string, values: LessonInDays = {}) =>
  insertRow(app, lessons, lessonRow(app, classId, values));

/** A class with weekly lessons, the first 7 days from now. */
export const aClassWithLessons = async (
  app: Stage,
  count: number,
  values: Partial<typeof classes.$inferInsert> = {},
) => {
  const tuitionClass = await aClass(app, values);
  const rows = Array.from({ length: count }, (_, index) =>
    lessonRow(app, tuitionClass.id, {
      inDays: 7 * (index + 1),
      name: `Lesson ${index + 1}`,
      lessonIndex: index + 1,
    }),
  );
  const made = await insertRows(app, lessons, rows);
  return {
    tuitionClass,
    lessons: made.toSorted((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime()),
  };
};
