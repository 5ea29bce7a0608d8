import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { allowUnusual } from '../lessons/lesson-record.contract.ts';
import { needs } from '../identity/permissions.ts';

/** The orders that gave the place and were changed. */
const answer = one(z.object({ orders: z.array(idSchema) }));

/**
 * Removes a student from a lesson, whatever gave the place; the orders that gave it lose the lesson, with an entry in
 * their history (decisions: Classes, lessons, rosters). An order's only lesson is not removed: cancel the order.
 */
export const removePlace = operation({
  name: 'removePlace',
  domain: 'lessons',
  summary: 'Remove a student from a lesson',
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

/** Moves a student to another lesson of the class in one step; the orders that gave the place are changed too. */
export const movePlace = operation({
  name: 'movePlace',
  domain: 'lessons',
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
