import {
  createLiveSession,
  deleteLiveSession,
  getLiveSession,
  listSessionAttendees,
  updateLiveSession,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { listLiveSessions } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import { getRecord } from '../../platform/record.ts';
import { handleForm, handleUpload } from '../../platform/uploads.ts';
import * as attending from './live-session-lists.ts';
import * as liveSessions from './live-sessions.service.ts';

export const liveSessionRoutes = [
  handleList(listLiveSessions, attending.liveSessionList),
  handle(getLiveSession, (context, { params }) =>
    getRecord(context, liveSessions.liveSessionRecord, params.id),
  ),
  handle(deleteLiveSession, (context, { params }) =>
    liveSessions.deleteLiveSession(context, params.id),
  ),
  handleListOf(listSessionAttendees, (context, { id }) => attending.attendeesOf(context, id)),
];

/** The routes that accept a form with the cover. */
export const liveSessionForms = [
  handleUpload(createLiveSession, (context, file, { body }) =>
    liveSessions.createLiveSession(context, body, file),
  ),
  handleForm(updateLiveSession, (context, file, { params, body }) =>
    liveSessions.updateLiveSession(context, params.id, body, file),
  ),
];
