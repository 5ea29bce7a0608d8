import { eq, sql } from 'drizzle-orm';
import type {
  LessonWithPolls,
  listLessonsWithPolls,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { defineListQuery } from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { countByLesson } from './polls.queries.ts';

/** Lessons with poll questions, searched by lesson or class name. */
export const lessonsWithPolls = defineListQuery<
  QueryOf<typeof listLessonsWithPolls>,
  LessonWithPolls
>({
  from: lessons,
  scope: lessonScope,
  sort: { scheduled_on: lessons.scheduledAt },
  where: ({ search }) => {
    const text = search?.regex.trim().toLowerCase() ?? '';
    const hasPolls = sql`exists (select from poll_questions where poll_questions.lesson_id = ${lessons.id})`;
    if (text === '') return hasPolls;
    return sql`${hasPolls} and (${containsText(sql`lower(${lessons.name})`, text)} or exists (
      select from ${classes} where ${eq(classes.id, lessons.classId)} and ${containsText(sql`lower(${classes.name})`, text)}))`;
  },
  cards: async (db, ids) => {
    const counts = await countByLesson(db, ids);
    const rows = await db
      .select({ lesson: lessons, className: classes.name })
      .from(lessons)
      .innerJoin(classes, eq(classes.id, lessons.classId))
      .where(anyOfList(lessons.id, ids, 'uuid'));
    return rows.map(({ lesson, className }) => ({
      _id: lesson.id,
      name: lesson.name,
      class: { _id: lesson.classId, name: className },
      meta: { index: lesson.lessonIndex, term: lesson.term },
      scheduled_on: lesson.scheduledAt.toISOString(),
      questions: counts.get(lesson.id) ?? 1,
    }));
  },
});
