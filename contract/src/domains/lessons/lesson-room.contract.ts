import { z } from 'zod';
import { operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';

/** The room of a lesson (part 2 §3, `platform_integration`); null where none was made. */
export const getLessonRoom = operation({
  name: 'getLessonRoom',
  summary: 'Where a lesson takes place',
  method: 'GET',
  path: '/admin/lesson/{id}/room',
  access: ['/lessons'],
  params: idParams,
  response: z.object({
    data: z
      .object({
        id: z.string(),
        password: z.string(),
        registration_url: z.string(),
        host_email: z.string(),
        settings: z.object({ alternative_hosts: z.string() }),
      })
      .nullable(),
  }),
});
