import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { placeKinds } from './rosters.rules.ts';

const student = z.object({ _id: idSchema, name: z.string(), email: z.string() });

/** Which of these addresses are students that can be added (part 1 §2, Add students to a lesson). */
export const findLessonStudents = operation({
  name: 'findLessonStudents',
  summary: 'Find student accounts by e-mail for a lesson',
  method: 'POST',
  path: '/admin/lesson/{id}/find-student',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({ emails: z.array(textSchema(300)).min(1).max(1000) }),
  response: one(
    z.object({
      found: z.array(student),
      existing: z.array(student.extend({ kind: z.enum(placeKinds) })),
      not_found: z.array(z.string()),
    }),
  ),
});

/** The specification's names of the three groups of a lesson's students. */
export const rosterGroups = ['student', 'trial_student', 'video_student'] as const;
export type RosterGroup = (typeof rosterGroups)[number];

/** Gives these students a place by hand; who stands there already in this kind or a stronger one is left as is. */
export const addLessonStudents = operation({
  name: 'addLessonStudents',
  summary: 'Add students to a lesson by hand',
  method: 'PATCH',
  path: '/admin/lesson/{id}/add-student',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    student: z.array(idSchema).min(1, 'Please choose a student').max(1000),
    kind: z.enum(rosterGroups).default('student'),
    allow_overbook: z.boolean().default(false),
  }),
  response: one(z.object({ added: z.array(idSchema), existing: z.array(idSchema) })),
  errors: ['class_full', 'class_sold_out'],
});
