import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { allowUnusual } from '../lessons/lesson-record.contract.ts';
import { needs } from '../identity/permissions.ts';

/** Which orders gave a place and follow what became of it. */
const answer = one(z.object({ orders: z.array(idSchema) }));

/**
 * Takes a student off a lesson, whatever gave the place; orders that gave it no longer hold the lesson and say so in
 * their history (decisions: Classes, lessons, rosters). An order's only lesson is not taken: the order is cancelled.
 */
export const removePlace = operation({
  name: 'removePlace',
  summary: 'Take a student off a lesson',
  method: 'DELETE',
  path: '/admin/lesson/{id}/student/{studentId}',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: z.object({ id: idSchema, studentId: idSchema }),
  query: z.strictObject({
    allow_unusual: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  }),
  response: answer,
  errors: ['orders_only_lesson', 'lesson_unusual'],
  idempotent: true,
});

/** Moves a student to another lesson of the class in one step; the orders that gave the place follow. */
export const movePlace = operation({
  name: 'movePlace',
  summary: 'Move a student to another lesson of the class',
  method: 'PATCH',
  path: '/admin/lesson/{id}/move-student',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    student: idSchema,
    to: idSchema,
    allow_overbook: z.boolean().default(false),
    allow_unusual: allowUnusual,
  }),
  response: answer,
  errors: ['already_on_lesson', 'class_full', 'lessons_not_in_class', 'lesson_unusual'],
});
