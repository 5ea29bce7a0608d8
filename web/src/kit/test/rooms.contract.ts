import { z } from 'zod';
import { needs } from 'staffroom-contract/domains/identity/permissions.ts';
import { anyOf, contains, listQuery } from 'staffroom-contract/shared/lists.ts';
import { many, one, operation } from 'staffroom-contract/shared/operation.ts';
import { changesOf, idParams, recordOperations } from 'staffroom-contract/shared/record.ts';
import { amount, moment, named } from 'staffroom-contract/shared/shown.ts';
import { idSchema, requiredText, textSchema } from 'staffroom-contract/shared/text.ts';

const path = '/admin/room';
const access = ['/course'] as const;
const saves = needs('lesson.canManage');

export const subjects = ['Maths', 'Science'] as const;
export const weekdays = ['Mon', 'Tue', 'Wed'] as const;

/** A part of a room that the form keeps as a row. */
const shelfSchema = z.object({ uid: z.string(), text: z.string() });
export type Shelf = z.infer<typeof shelfSchema>;

const fields = {
  name: requiredText('Please enter a name', 100),
  email: textSchema(254).default(''),
  phone_country_code: textSchema(8).default('65'),
  phone: textSchema(40).default(''),
  note: textSchema(2000).default(''),
  seats: z.int().min(1).default(20),
  rate: z.number().nullable().default(null),
  subject: z.enum(subjects).nullable().default(null),
  days: z.array(z.enum(weekdays)).default([]),
  tags: z.array(z.string()).default([]),
  opens: z.string().nullable().default(null),
  begins_on: z.string().optional(),
  is_listed: z.boolean().default(true),
  door_code: z.string().optional(),
  shelves: z.array(shelfSchema).default([]),
};

/** The record of the kit's own tests: a field of every kind. */
const roomSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
  note: z.string(),
  seats: z.int(),
  rate: amount.nullable(),
  subject: z.enum(subjects).nullable(),
  days: z.array(z.enum(weekdays)),
  tags: z.array(z.string()),
  opens: z.string().nullable(),
  begins_on: moment.nullable(),
  is_listed: z.boolean(),
  shelves: z.array(shelfSchema),
  keys: z.array(named),
  updated: moment,
  version: z.int(),
});
export type Room = z.infer<typeof roomSchema>;

export const { getRoom, listRoomChanges, createRoom, updateRoom } = recordOperations('Room', {
  noun: 'a room',
  domain: 'classes',
  path,
  access,
  saves,
  record: roomSchema,
  create: z.strictObject(fields),
  update: changesOf(fields),
});

export const listRooms = operation({
  name: 'listRooms',
  domain: 'classes',
  summary: 'Rooms',
  method: 'GET',
  path,
  access,
  query: listQuery({
    sortBy: ['updated', 'name', 'seats'],
    order: 'desc',
    max: 10,
    filter: { name: contains, subject: anyOf(z.enum(subjects)) },
  }),
  response: many(roomSchema),
  csv: true,
  downloads: ['text/x-rooms'],
});

const visitorSchema = z.object({ _id: idSchema, name: z.string() });
export type Visitor = z.infer<typeof visitorSchema>;

export const listVisitors = operation({
  name: 'listVisitors',
  domain: 'classes',
  summary: 'Visitors of a room',
  method: 'GET',
  path: `${path}/{id}/visitor`,
  access,
  params: idParams,
  query: listQuery({ sortBy: ['name'], order: 'asc', max: 10, filter: {} }),
  response: many(visitorSchema),
  csv: true,
});

export const closeRoom = operation({
  name: 'closeRoom',
  domain: 'classes',
  summary: 'Close a room',
  method: 'POST',
  path: `${path}/{id}/close`,
  access,
  permission: saves,
  params: idParams,
  body: z.strictObject({
    remark: requiredText('Please enter a remark', 200),
    notifies: z.boolean().optional(),
    allow_overlap: z.boolean().optional(),
  }),
  response: one(roomSchema),
  errors: ['host_booked'],
  idempotent: true,
});

export const emptyRoom = operation({
  name: 'emptyRoom',
  domain: 'classes',
  summary: 'Empty a room',
  method: 'POST',
  path: `${path}/{id}/empty`,
  access,
  permission: saves,
  params: idParams,
  response: one(roomSchema),
  idempotent: true,
});

export const deleteRoom = operation({
  name: 'deleteRoom',
  domain: 'classes',
  summary: 'Delete a room',
  method: 'DELETE',
  path: `${path}/{id}`,
  access,
  permission: saves,
  params: idParams,
  response: one(z.object({ deleted: z.literal(true) })),
  idempotent: true,
});
