import { lessonStaff } from '../../src/domains/lessons/lessons.schema.ts';
import { classes } from '../../src/domains/classes/classes.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass, aLesson } from './class.factory.ts';
import { aTutor } from './user.factory.ts';

/** A tutor. */
export const aPaidTutor = (app: Stage) =>
  aTutor(app, { type: 'Tutor', name: unique('Daniel Chua') });

/** A lesson that somebody teaches, of a class of its own unless told. */
export const aTaughtLesson = async (
  app: Stage,
  tutor: { id: string },
  {
    classId,
    kind = 'tutor',
    type = 'Regular Classes',
    ...values
  }: Parameters<typeof aLesson>[2] & {
    classId?: string;
    kind?: 'tutor' | 'ta';
    type?: (typeof classes.$inferInsert)['classType'];
  } = {},
) => {
  const id = classId ?? (await aClass(app, { classType: type })).id;
  const lesson = await aLesson(app, id, values);
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind, position: 0 });
  return lesson;
};
