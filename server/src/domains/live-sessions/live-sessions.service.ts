import {
  coverPhoto,
  type CreateLiveSession,
  type UpdateLiveSession,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { coverKinds } from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord, deleteRecord } from '../../platform/record.ts';
import { columnsOf } from '../../platform/wire.ts';
import { decodeUpload, keepImage } from '../users/images.service.ts';
import { requireTutor } from '../users/teachers.service.ts';
import { presentLiveSession, recordedLiveSession } from './live-sessions.presenter.ts';
import * as sessionQueries from './live-sessions.queries.ts';
import { liveSessions } from './live-sessions.schema.ts';

/** A live session, for its reads, updates and audit trail; every user with the screen sees all. */
export const liveSessionRecord = defineRecord({
  entity: 'live_session',
  table: liveSessions,
  scope: () => undefined,
  read: (db, { id }: sessionQueries.LiveSessionRow) => requireCard(db, id),
  record: recordedLiveSession,
  present: (card, { actor }) => presentLiveSession(card, actor),
});

const requireCard = async (db: Db, id: string) => {
  const [card] = await sessionQueries.listCards(db, [id]);
  if (!card) throw notFound('id');
  return card;
};

const cover = { field: coverPhoto.field, kinds: coverKinds };

/**
 * Creates a session with its cover, at most once per Idempotency-Key. Throws image_unreadable for a cover that is not a
 * JPEG, PNG or BMP, image_quota_used_up, and invalid_value for a host who is not a tutor.
 */
export const createLiveSession = async (
  context: Context,
  body: CreateLiveSession,
  file: Buffer,
) => {
  const picture = await decodeUpload(context, file, cover);
  const { desc, meta, host_by, ...fields } = body;
  return createRecord(context, liveSessionRecord, async (tx, insert) => {
    await requireTutor(tx, host_by, 'host_by');
    await insert({
      ...columnsOf(liveSessions, fields),
      ...metaColumns(meta),
      description: desc,
      hostId: host_by,
      coverPhoto: await keepImage(tx, context, picture),
    });
  });
};

/**
 * Changes the given fields of a session, and its cover if a file is given. Throws not_found, stale, image_unreadable,
 * image_quota_used_up, and invalid_value for a host who is not a tutor.
 */
export const updateLiveSession = async (
  context: Context,
  id: string,
  { version, desc, meta, host_by, ...fields }: UpdateLiveSession,
  file: Buffer | undefined,
) => {
  const picture = file && (await decodeUpload(context, file, cover));
  const change = { id, version, action: 'updated' };
  return changeRecord(context, liveSessionRecord, change, async (tx) => {
    if (host_by !== undefined) await requireTutor(tx, host_by, 'host_by');
    return {
      ...columnsOf(liveSessions, fields),
      ...(meta && metaColumns(meta)),
      description: desc,
      hostId: host_by,
      ...(picture && { coverPhoto: await keepImage(tx, context, picture) }),
    };
  });
};

const metaColumns = ({ level, subject, keywords, series }: CreateLiveSession['meta']) => ({
  level,
  subject,
  keywords,
  seriesName: series?.name ?? null,
  seriesOrder: series?.order ?? null,
});

/** Deletes a session; pruning deletes the cover (ADR 9). Throws not_found, live_session_attended (part 2 §5). */
export const deleteLiveSession = (context: Context, id: string) =>
  deleteRecord(context, liveSessionRecord, id, ({ attendees }) => {
    if (attendees > 0) throw refusal('live_session_attended');
  });
