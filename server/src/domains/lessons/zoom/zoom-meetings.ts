import { z } from 'zod';
import { ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';

/** Webinars have the same calls as meetings under another path; they need an add-on. */
export type RoomKind = 'meeting' | 'webinar';

/** Returns the kind of a lesson's room at Zoom. */
export const kindOf = ({ hostingType }: { hostingType: string | null }): RoomKind =>
  hostingType === 'webinar' ? 'webinar' : 'meeting';

/** The room that a lesson needs. */
export type RoomPlan = {
  kind: RoomKind;
  topic: string;
  /** In UTC. */
  start: string;
  minutes: number;
  /** Addresses of the tutors and TAs, who can start the lesson if they are licensed users of the account. */
  teachers: string[];
};

/** The stored fields of a meeting. Its `start_url` admits anyone as host and is never stored. */
const meetingSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  password: z.string().default(''),
  registration_url: z.string().default(''),
  host_email: z.string().default(''),
  settings: z
    .object({ alternative_hosts: z.string().default('') })
    .default({ alternative_hosts: '' }),
});
export type Meeting = z.output<typeof meetingSchema>;

const listedSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  agenda: z.string().default(''),
});

/** Identifies a lesson's meeting by its agenda, even if its number was never stored. */
const markOf = (lessonId: string) => `Lesson ${lessonId}`;

/** Creates the meeting of a lesson with registration on, which gives the e-mails of participants later. */
export const createMeeting = async (zoom: Zoom, lesson: Planned): Promise<Meeting> => {
  const path = `/users/${encodeURIComponent(lesson.host)}/${lesson.plan.kind}s`;
  return zoom.call({ method: 'POST', path, body: await bodyOf(zoom, lesson) }, meetingSchema);
};

type Planned = { lessonId: string; host: string; plan: RoomPlan };

/** Updates a meeting to agree with its lesson, and returns it. */
export const updateMeeting = async (zoom: Zoom, id: string, lesson: Planned): Promise<Meeting> => {
  const { kind } = lesson.plan;
  const body = await bodyOf(zoom, lesson);
  await zoom.call({ method: 'PATCH', path: `/${kind}s/${id}`, body }, z.unknown());
  return getMeeting(zoom, kind, id);
};

export const getMeeting = (zoom: Zoom, kind: RoomKind, id: string): Promise<Meeting> =>
  zoom.call({ method: 'GET', path: `/${kind}s/${id}` }, meetingSchema);

/** Returns the link that starts a meeting as its host. Zoom makes a new one for each call; it is not stored. */
export const readStartUrl = async (zoom: Zoom, kind: RoomKind, id: string): Promise<string> =>
  (await zoom.call({ method: 'GET', path: `/${kind}s/${id}` }, startedSchema)).start_url;

const startedSchema = z.object({ start_url: z.url({ protocol: /^https?$/ }) });

/** Deletes a meeting; does nothing if it no longer exists. */
export const deleteMeeting = async (zoom: Zoom, kind: RoomKind, id: string) => {
  try {
    await zoom.call({ method: 'DELETE', path: `/${kind}s/${id}` }, z.unknown());
  } catch (error) {
    if (!(error instanceof ZoomRefusal && error.is === 'missing')) throw error;
  }
};

/** Zoom's limit for a first name, in characters. */
const longestFirstName = 64;

/** Registers a person with a meeting, and returns the personal link; a repeat returns the same link. */
export const register = async (
  zoom: Zoom,
  { id, kind }: { id: string; kind: RoomKind },
  { email, name }: { email: string; name: string },
): Promise<string> => {
  // The family name is unknown, so the whole name is the first name.
  const body = { email, first_name: name.slice(0, longestFirstName) || email, auto_approve: true };
  const path = `/${kind}s/${id}/registrants`;
  return (await zoom.call({ method: 'POST', path, body }, registeredSchema)).join_url;
};

const registeredSchema = z.object({ join_url: z.url({ protocol: /^https?$/ }) });

/** Returns a host's meetings of a lesson: none, one, or duplicates. */
export const findMeetings = async (
  zoom: Zoom,
  { host, kind, lessonId }: { host: string; kind: RoomKind; lessonId: string },
): Promise<string[]> => {
  const path = `/users/${encodeURIComponent(host)}/${kind}s`;
  const all = await zoom.list({ path, query: { type: 'scheduled' } }, `${kind}s`, listedSchema);
  return all.filter(({ agenda }) => agenda.startsWith(markOf(lessonId))).map(({ id }) => id);
};

const bodyOf = async (zoom: Zoom, { lessonId, host, plan }: Planned) => {
  const licensed: string[] = [];
  for (const email of plan.teachers)
    if (email !== host && (await isLicensed(zoom, email))) licensed.push(email);
  return {
    topic: plan.topic,
    // A scheduled meeting, a webinar.
    type: plan.kind === 'meeting' ? 2 : 5,
    start_time: plan.start,
    duration: plan.minutes,
    timezone: 'UTC',
    agenda: markOf(lessonId),
    settings: {
      // Registrations are approved automatically, once for all occurrences.
      approval_type: 0,
      registration_type: 1,
      alternative_hosts: licensed.join(';'),
    },
  };
};

const userSchema = z.object({ type: z.number(), status: z.string().optional() });

/** Zoom accepts only licensed users of the account as alternative hosts, and refuses the whole meeting otherwise. */
const isLicensed = async (zoom: Zoom, email: string) => {
  try {
    const path = `/users/${encodeURIComponent(email)}`;
    const { type, status } = await zoom.call({ method: 'GET', path }, userSchema);
    return type === 2 && status !== 'inactive';
  } catch (error) {
    if (error instanceof ZoomRefusal && (error.is === 'refused' || error.is === 'missing'))
      return false;
    throw error;
  }
};
