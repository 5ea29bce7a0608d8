import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { namedRecordSchema } from './audit-trail.contract.ts';
import { jobStates, partNames, partStates, processRoles } from './system.rules.ts';

const jobSchema = z.object({
  _id: idSchema,
  name: z.string().describe('Verb and noun, such as deliver-announcement'),
  record: namedRecordSchema.nullable().describe('The record that the job is for'),
  cause: z.string().describe('Of the last failure, without personal data'),
  tries: z.int(),
  most_tries: z.int(),
  since: moment,
  state: z.enum(jobStates),
  next_try: moment.nullable(),
});
export type FailedJob = z.infer<typeof jobSchema>;

const partSchema = z.object({
  name: z.enum(partNames),
  state: z.enum(partStates),
  now: z.string().describe('Figures in words'),
  problem: z.string().nullable().describe('What is wrong and what to do, if not fine'),
  last: moment.nullable().describe('The last message, room or backup'),
  last_problem: z
    .object({ began_on: moment, ended_on: moment.nullable().describe('Null while it lasts') })
    .nullable()
    .describe('Of the last 90 days'),
  share: z.number().nullable().describe('Used part of the disk, 0 to 1'),
});
export type SystemPart = z.infer<typeof partSchema>;

const processSchema = z.object({
  _id: idSchema,
  role: z.enum(processRoles),
  machine: z.string(),
  pid: z.int(),
  version: z.string(),
  started_on: moment,
  seen_on: moment,
  memory_bytes: z.int(),
  cpu_percent: z.int(),
  is_lost: z.boolean().describe('Without a report for 35 s'),
});
export type SystemProcess = z.infer<typeof processSchema>;

const settingSchema = z.object({
  name: z.string(),
  value: z.string().nullable().describe('“set” for a secret; null if not set'),
  source: z.enum(['environment', 'file', 'default']),
  is_secret: z.boolean(),
});
export type ShownSetting = z.infer<typeof settingSchema>;

/** The state of the product: version, processes, parts, jobs and settings, without secrets. */
export const getSystem = operation({
  name: 'getSystem',
  domain: 'system',
  summary: 'System health: processes, parts, failed jobs and settings',
  method: 'GET',
  path: '/admin/system',
  access: ['/admin/system'],
  permission: needs('system.canManage'),
  response: one(
    z.object({
      version: z.string(),
      installed_on: moment.nullable().describe('The first start of this version'),
      checked_on: moment,
      processes: z.array(processSchema),
      parts: z.array(partSchema),
      jobs: z.array(jobSchema).describe('Failed ones, in quarantine first; at most 100'),
      job_count: z.int(),
      queue: z.object({
        waiting: z.int(),
        delayed: z.int(),
        running: z.int(),
        oldest_seconds: z.int().describe('Since the oldest waiting job was due'),
        hours: z
          .array(z.object({ hour: moment, most_waiting: z.int().nullable() }))
          .describe('The last 24 hours, the current one last; null without a worker'),
      }),
      settings: z.array(settingSchema),
    }),
  ),
});

/** Moves a failed job to the front of the queue, also out of quarantine; does nothing to one that waits or runs. */
export const retryJob = operation({
  name: 'retryJob',
  domain: 'system',
  summary: 'Try a failed job again',
  method: 'POST',
  path: '/admin/system/job/{id}/retry',
  access: ['/admin/system'],
  permission: needs('system.canManage'),
  params: z.object({ id: idSchema }),
  response: one(z.object({ _id: idSchema, state: z.enum(['waiting', 'running']) })),
  idempotent: true,
});

/** Sends a test to the caller's own address or number; one that fails is among the failed jobs, with its cause. */
export const sendTestMessage = operation({
  name: 'sendTestMessage',
  domain: 'system',
  summary: 'Send a test e-mail or text message to oneself',
  method: 'POST',
  path: '/admin/system/test-message',
  access: ['/admin/system'],
  permission: needs('system.canManage'),
  body: z.strictObject({ way: z.enum(['email', 'text']) }),
  response: one(z.object({ sent_to: z.string() })),
  status: 202,
  errors: ['no_recipients', 'too_many_attempts'],
  idempotent: true,
});
