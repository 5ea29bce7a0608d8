import { z } from 'zod';
import { ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';

/** Zoom keeps webinars beside its meetings, under calls of the same shape; they need an add-on. */
export type RoomKind = 'meeting' | 'webinar';

/** What a lesson's room is at Zoom. */
export const kindOf = ({ hostingType }: { hostingType: string | null }): RoomKind =>
  hostingType === 'webinar' ? 'webinar' : 'meeting';

/** What a lesson wants of its room. */
export type RoomPlan = {
  kind: RoomKind;
  topic: string;
  /** In UTC. */
  start: string;
  minutes: number;
  /** Addresses of the tutors and TAs, who can begin the lesson where they are licensed users of the account. */
  teachers: string[];
};

/** What is kept of a meeting: a part of what Zoom answers. Its `start_url` lets anybody in as host and is never read. */
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

/** By these words in its agenda a meeting is known as a lesson's, also where its number was never noted. */
export const markOf = (lessonId: string) => `Lesson ${lessonId}`;

/** Creates the meeting of a lesson with registration on, without which nobody's e-mail would be known afterwards. */
export const createMeeting = async (zoom: Zoom, lesson: Planned): Promise<Meeting> => {
  const path = `/users/${encodeURIComponent(lesson.host)}/${lesson.plan.kind}s`;
  return zoom.call({ method: 'POST', path, body: await bodyOf(zoom, lesson) }, meetingSchema);
};

type Planned = { lessonId: string; host: string; plan: RoomPlan };

/** Brings a meeting in step with its lesson, and answers it as it is then. */
export const updateMeeting = async (zoom: Zoom, id: string, lesson: Planned): Promise<Meeting> => {
  const { kind } = lesson.plan;
  const body = await bodyOf(zoom, lesson);
  await zoom.call({ method: 'PATCH', path: `/${kind}s/${id}`, body }, z.unknown());
  return getMeeting(zoom, kind, id);
};

export const getMeeting = (zoom: Zoom, kind: RoomKind, id: string): Promise<Meeting> =>
  zoom.call({ method: 'GET', path: `/${kind}s/${id}` }, meetingSchema);

/** Deletes a meeting; one that is gone already is no matter. */
export const deleteMeeting = async (zoom: Zoom, kind: RoomKind, id: string) => {
  try {
    await zoom.call({ method: 'DELETE', path: `/${kind}s/${id}` }, z.unknown());
  } catch (error) {
    if (!(error instanceof ZoomRefusal && error.is === 'missing')) throw error;
  }
};

/** Zoom's limit. */
const longestFirstName = 64;

/**
 * Registers somebody with a meeting, and answers the link by which Zoom knows who comes; who is registered already has
 * the same one.
 */
export const register = async (
  zoom: Zoom,
  { id, kind }: { id: string; kind: RoomKind },
  { email, name }: { email: string; name: string },
): Promise<string> => {
  // Nobody knows which part of a name is the family's: it stands whole.
  const body = { email, first_name: name.slice(0, longestFirstName) || email, auto_approve: true };
  const path = `/${kind}s/${id}/registrants`;
  return (await zoom.call({ method: 'POST', path, body }, registeredSchema)).join_url;
};

const registeredSchema = z.object({ join_url: z.url({ protocol: /^https?$/ }) });

/** The meetings that a host has of a lesson: none, one, or one too many. */
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
      // Whoever registers is let in, once for all.
      approval_type: 0,
      registration_type: 1,
      alternative_hosts: licensed.join(';'),
    },
  };
};

const userSchema = z.object({ type: z.number(), status: z.string().optional() });

/** Zoom takes only licensed users of the account as alternative hosts, and refuses the whole meeting otherwise. */
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
