import type { createLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import {
  liveSessionAttendees,
  liveSessions,
} from '../../src/domains/live-sessions/live-sessions.schema.ts';
import { uploadedImages } from '../../src/domains/users/images.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { anImage } from './image.factory.ts';
import { insertRow } from './insert-row.ts';
import { aStudent, aTutor } from './user.factory.ts';

const day = 24 * 60 * 60_000;

type Values = Partial<typeof liveSessions.$inferInsert> & { inDays?: number };

/** A session with its own host and cover, by default in a week. */
export const aLiveSession = async (app: Stage, { inDays = 7, ...values }: Values = {}) => {
  const hostId = values.hostId ?? (await aTutor(app)).id;
  return insertRow(app, liveSessions, {
    name: unique('Heuristics'),
    description: 'How to draw a model for a word problem.',
    level: 'primary-6',
    subject: 'Mathematics',
    keywords: ['Primary 6', 'Mathematics'],
    seriesName: 'PSLE in 20 minutes',
    seriesOrder: 3,
    scheduledAt: new Date(app.clock.now().getTime() + inDays * day),
    eventDuration: 20,
    isListed: true,
    isPublicViewable: false,
    playbackUrl: '',
    targetAudience: 'student',
    coverPhoto: await aCover(app, hostId),
    ...values,
    hostId,
  });
};

const aCover = async (app: Stage, createdBy: string) => {
  const content = await anImage({ width: 320, height: 180, kind: 'jpeg' });
  const { id } = await insertRow(app, uploadedImages, {
    content,
    mediaType: 'image/jpeg',
    width: 320,
    height: 180,
    bytes: content.length,
    createdBy,
  });
  return `/api/image/${id}.jpg`;
};

type Body = BodyInput<typeof createLiveSession>;

export const aLiveSessionBody = async (app: Stage, values: Partial<Body> = {}): Promise<Body> => ({
  name: unique('Fractions'),
  desc: 'Three ways to compare fractions.',
  meta: { level: 'primary-5', subject: 'Mathematics', keywords: ['Primary 5', 'Mathematics'] },
  scheduled_on: new Date(app.clock.now().getTime() + day).toISOString(),
  host_by: (await aTutor(app)).id,
  ...values,
});

export const anAttendee = async (
  app: Stage,
  sessionId: string,
  { studentId, ...values }: Partial<typeof liveSessionAttendees.$inferInsert> = {},
) =>
  insertRow(app, liveSessionAttendees, {
    sessionId,
    studentId: studentId ?? (await aStudent(app)).id,
    signedUpAt: app.clock.now(),
    ...values,
  });
