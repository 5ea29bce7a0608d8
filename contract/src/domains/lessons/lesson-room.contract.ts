import { z } from 'zod';
import { operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { needs } from '../identity/permissions.ts';

/** What is done about the room of a Zoom lesson (ADR 23). */
const makingSchema = z.object({
  state: z
    .enum(['none', 'waiting', 'failed', 'ready'])
    .describe('nobody has asked for one; its turn comes; the last try failed; as the lesson is'),
  error: z.string().nullable().describe('Why the last try failed, in words'),
  next_try: moment.nullable().describe('When it is tried again; null: not by itself'),
  may_try: z.boolean().describe('`requestLessonRoom` has it tried at once'),
});
export type RoomMaking = z.infer<typeof makingSchema>;

const response = z.object({
  data: z
    .object({
      id: z.string(),
      password: z.string(),
      registration_url: z.string(),
      host_email: z.string(),
      settings: z.object({ alternative_hosts: z.string() }),
    })
    .nullable(),
  making: makingSchema.nullable().describe('null: no room is made for this lesson'),
});

/** The room of a lesson (part 2 §3, `platform_integration`); null where there is none. */
export const getLessonRoom = operation({
  name: 'getLessonRoom',
  summary: 'Where a lesson takes place',
  method: 'GET',
  path: '/admin/lesson/{id}/room',
  access: ['/lessons'],
  params: idParams,
  response,
});

/** Has the room of a Zoom lesson made, or tried again at once; does nothing where nothing is to be done. */
export const requestLessonRoom = operation({
  name: 'requestLessonRoom',
  summary: 'Have the room of a lesson made',
  method: 'POST',
  path: '/admin/lesson/{id}/room',
  access: ['/lessons'],
  permission: needs('lesson.canManage'),
  params: idParams,
  response,
});
