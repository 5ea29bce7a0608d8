import { z } from 'zod';
import { instantSchema } from 'staffroom-contract/shared/dates.ts';
import { ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';
import type { DueReport } from './zoom-reports.queries.ts';
import { personKey, zoomEmail, zoomNumber, zoomText } from './zoom-person.ts';

const participantSchema = z.object({
  user_id: zoomNumber,
  name: zoomText,
  user_email: zoomEmail,
  registrant_id: zoomText,
  status: zoomText,
  join_time: instantSchema,
  leave_time: instantSchema,
});

/** Reads the participants of all instances of a meeting. Throws ZoomRefusal, `missing` without a report. */
export const readReport = async (
  zoom: Zoom,
  { kind, roomId }: Pick<DueReport, 'kind' | 'roomId'>,
) => {
  const rows = [];
  for (const uuid of await findInstances(zoom, kind, roomId)) {
    const people = await zoom.list(
      {
        path: `/report/${kind}s/${pathPart(uuid)}/participants`,
        query: { include_fields: 'registrant_id' },
      },
      'participants',
      participantSchema,
    );
    // People who stayed in the waiting room did not attend.
    const seen = people.filter(({ status }) => status !== 'in_waiting_room');
    rows.push(...seen.map((person) => ({ ...person, uuid })));
  }
  if (rows.length === 0)
    throw new ZoomRefusal('missing', 'Zoom has no participants of this meeting');
  const isWithoutEmail = rows.some((row) => row.user_email === '' && row.registrant_id !== '');
  const emails = isWithoutEmail
    ? await readRegistrants(zoom, kind, roomId)
    : new Map<string, string>();
  return rows
    .map(({ uuid, ...row }) => ({
      email: row.user_email || (emails.get(row.registrant_id) ?? ''),
      name: row.name,
      person: personKey({
        meetingUuid: uuid,
        userId: row.user_id,
        registrantId: row.registrant_id,
      }),
      joinedAt: new Date(row.join_time),
      leftAt: new Date(row.leave_time),
    }))
    .filter(({ joinedAt, leftAt }) => leftAt >= joinedAt);
};

const instanceSchema = z.object({ uuid: z.string().min(1) });

/** Returns the instances of a meeting: one for each time it was started. */
const findInstances = async (zoom: Zoom, kind: DueReport['kind'], roomId: string) => {
  const answer = await zoom.call(
    { method: 'GET', path: `/past_${kind}s/${roomId}/instances` },
    z.object({
      meetings: z.array(instanceSchema).default([]),
      webinars: z.array(instanceSchema).default([]),
    }),
  );
  return [...answer.meetings, ...answer.webinars].map(({ uuid }) => uuid);
};

const registrantSchema = z.object({ id: zoomText, email: zoomEmail });

const readRegistrants = async (zoom: Zoom, kind: DueReport['kind'], roomId: string) => {
  const all = await zoom.list(
    { path: `/${kind}s/${roomId}/registrants`, query: { status: 'approved' } },
    'registrants',
    registrantSchema,
  );
  return new Map(all.map(({ id, email }) => [id, email]));
};

/** Zoom accepts a UUID with slashes only if it is encoded twice. */
const pathPart = (uuid: string) => {
  const once = encodeURIComponent(uuid);
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once;
};
