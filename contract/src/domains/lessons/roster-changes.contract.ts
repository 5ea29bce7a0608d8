import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { allowUnusual } from './lesson-record.contract.ts';
import { placeKinds, rosterGroups } from './rosters.rules.ts';

const student = z.object({ _id: idSchema, name: z.string(), email: z.string() });

/** Which of these addresses are students that can be added (part 1 §2, Add students to a lesson). */
export const findLessonStudents = operation({
  name: 'findLessonStudents',
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

/** Of a class's lessons: the one named alone, it and all active ones after it, or these. */
const lessonChoice = z.union([
  z.enum(['this', 'coming']),
  z.array(idSchema).min(1, 'Please choose a lesson').max(300),
]);

/**
 * Gives these students a place by hand, on one lesson or on several of its class, all or none; who stands there already
 * in this kind or a stronger one is left as is, who stands lower is raised.
 */
export const addLessonStudents = operation({
  name: 'addLessonStudents',
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
      added: z.array(idSchema).describe('Who got a place on at least one of the lessons'),
      existing: z.array(idSchema).describe('Who had all of them already'),
      lessons: z.int().describe('On how many lessons somebody got a place'),
    }),
  ),
  errors: ['class_full', 'class_sold_out', 'lessons_not_in_class', 'lesson_unusual'],
  idempotent: true,
});
