import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { allowUnusual } from './lesson-record.contract.ts';
import { placeKinds, rosterGroups } from './rosters.rules.ts';

const student = z.object({ _id: idSchema, name: z.string(), email: z.string() });

/** Finds student accounts by address and those already on the lesson (part 1 §2, Add students to a lesson). */
export const findLessonStudents = operation({
  name: 'findLessonStudents',
  domain: 'lessons',
  summary: 'Find student accounts by e-mail for a lesson',
  method: 'POST',
  path: '/admin/lesson/{id}/find-student',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: idParams,
  body: z.strictObject({ emails: z.array(textSchema(300)).min(1).max(1000) }),
  response: one(
    z.object({
      found: z.array(student),
      existing: z.array(student.extend({ kind: z.enum(placeKinds) })),
      not_found: z.array(z.string()),
    }),
  ),
});

/** A choice among a class's lessons: only the named one, it and all active later ones, or a list. */
const lessonChoice = z.union([
  z.enum(['this', 'coming']),
  z.array(idSchema).min(1, 'Please choose a lesson').max(300),
]);

/** Adds students by hand to lessons of a class, all or nothing; equal or stronger places stay, weaker are upgraded. */
export const addLessonStudents = operation({
  name: 'addLessonStudents',
  domain: 'lessons',
  summary: 'Add students to lessons by hand',
  method: 'PATCH',
  path: '/admin/lesson/{id}/add-student',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: idParams,
  body: z.strictObject({
    student: z.array(idSchema).min(1, 'Please choose a student').max(1000),
    kind: z.enum(rosterGroups).default('student'),
    lessons: lessonChoice.default('this'),
    allow_overbook: z.boolean().default(false),
    allow_unusual: allowUnusual,
  }),
  response: one(
    z.object({
      added: z.array(idSchema).describe('Students who got a place on at least one of the lessons'),
      existing: z.array(idSchema).describe('Students who already had all of them'),
      lessons: z.int().describe('Number of lessons on which a student got a place'),
    }),
  ),
  errors: ['class_full', 'class_sold_out', 'lessons_not_in_class', 'lesson_unusual'],
  idempotent: true,
});
