import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  assignAttendee,
  getLessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../../test/factories/announcement.factory.ts';
import { aRoom } from '../../../../test/factories/attendance.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { lessons } from '../../lessons/lessons.schema.ts';
import { eq } from 'drizzle-orm';

const secret = 'the secret of the webhook';
const app = useOwnTestApp({ settings: { zoomWebhookSecret: secret } });

const minute = 60_000;
const start = new Date('2026-11-20T00:00:00Z');
const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

const sign = (text: string, timestamp: number | string, key = secret) => ({
  'x-zm-request-timestamp': String(timestamp),
  'x-zm-signature': `v0=${createHmac('sha256', key).update(`v0:${timestamp}:${text}`).digest('hex')}`,
});

const nowSeconds = () => Math.floor(app.clock.now().getTime() / 1000);

/** Sends a text as Zoom does, signed by default. */
const post = async (text: string, headers: Record<string, string> = sign(text, nowSeconds())) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/webhooks/zoom',
    headers: { 'content-type': 'application/json', ...headers },
    payload: text,
  });
  return { status: answer.statusCode, body: answer.body };
};

type Participant = { email?: string; user_name?: string; user_id?: string; registrant_id?: string };

const eventOf = (
  event: string,
  room: string,
  minutes: number,
  participant?: Participant & Record<string, unknown>,
) => ({
  event,
  event_ts: at(minutes).getTime(),
  payload: {
    account_id: 'the-account',
    object: {
      id: room,
      uuid: 'a/uuid==',
      host_id: 'the-host',
      topic: 'Surds',
      type: 2,
      ...(participant && {
        participant: {
          user_id: '16778240',
          user_name: 'Guest',
          id: '',
          email: '',
          [event.endsWith('left') ? 'leave_time' : 'join_time']: at(minutes).toISOString(),
          ...participant,
        },
      }),
    },
  },
});

const tell = (...event: Parameters<typeof eventOf>) => post(JSON.stringify(eventOf(...event)));

/** A lesson of three students that begins at `start` and has a Zoom room. */
const aLiveLesson = async () => {
  const { lesson, students } = await aLessonWith(app, pupils(3));
  await app.database.db
    .update(lessons)
    .set({ scheduledAt: start, endedAt: at(120), hostingPlatform: 'Zoom' })
    .where(eq(lessons.id, lesson.id));
  const room = unique('8').replaceAll(/\D/g, '');
  await aRoom(app, lesson, room);
  return { lesson, students, room };
};

const attendanceOf = async (lesson: { id: string }) =>
  (await (await app.as('Admin')).call(getLessonAttendance, { params: { id: lesson.id } })).data;

const countEvents = async (lesson: { id: string }) =>
  (await app.database.pool.query('select from zoom_events where lesson_id = $1', [lesson.id]))
    .rowCount;

describe('a participant', () => {
  test('is matched to a student by e-mail in any letter case; all joins and leaves are one stay', async () => {
    const { lesson, students, room } = await aLiveLesson();
    const email = students[0]!.email.toUpperCase();
    await tell('meeting.started', room, -5);
    await tell('meeting.participant_joined', room, -2, { email });
    await tell('meeting.participant_left', room, 30, { email });
    await tell('meeting.participant_joined', room, 32, { email, user_id: '16779264' });
    const { students: seen } = await attendanceOf(lesson);
    expect(seen.find(({ _id }) => _id === students[0]!.id)).toMatchObject({
      status: 'attended',
      presence: { joined_at: at(-2).toISOString(), left_at: null },
    });
    await tell('meeting.participant_left', room, 118, { email, user_id: '16779264' });
    expect(
      (await attendanceOf(lesson)).students.find(({ _id }) => _id === students[0]!.id),
    ).toMatchObject({
      presence: { left_at: at(118).toISOString() },
    });
  });

  test('of a webinar counts like one of a meeting', async () => {
    const { lesson, students, room } = await aLiveLesson();
    await tell('webinar.participant_joined', room, 0, { email: students[1]!.email });
    expect((await attendanceOf(lesson)).attendees).toHaveLength(1);
  });

  test('without an e-mail is not matched by name, is unmatched once, and can be matched by hand', async () => {
    const { lesson, students, room } = await aLiveLesson();
    const user_name = students[0]!.name;
    await tell('meeting.participant_joined', room, 0, { user_name, user_id: '1' });
    await tell('meeting.participant_left', room, 100, { user_name, user_id: '1' });
    await tell('meeting.participant_joined', room, 3, { user_name, user_id: '2' });
    const { attendees } = await attendanceOf(lesson);
    expect(attendees).toMatchObject([
      { as: 'unmatched', name: user_name, left_at: at(100).toISOString() },
      { as: 'unmatched', name: user_name, left_at: null },
    ]);
    await (
      await app.as('Admin')
    ).call(assignAttendee, {
      params: { id: lesson.id, attendeeId: attendees[0]!._id },
      body: { student: students[2]!.id, before: null },
    });
    const after = await attendanceOf(lesson);
    expect(after.students.find(({ _id }) => _id === students[2]!.id)?.presence).toMatchObject({
      joined_at: at(0).toISOString(),
      left_at: at(100).toISOString(),
    });
  });

  test('may be reported in any order: a leave before its join is the same stay', async () => {
    const { lesson, students, room } = await aLiveLesson();
    const { email } = students[0]!;
    await tell('meeting.participant_left', room, 110, { email });
    await tell('meeting.participant_joined', room, 1, { email });
    expect((await attendanceOf(lesson)).attendees).toMatchObject([
      { joined_at: at(1).toISOString(), left_at: at(110).toISOString() },
    ]);
  });

  test('is stored once for repeated events, also concurrent ones', async () => {
    const { lesson, students, room } = await aLiveLesson();
    const text = JSON.stringify(
      eventOf('meeting.participant_joined', room, 0, { email: students[0]!.email }),
    );
    const answers = await Promise.all([post(text), post(text), post(text)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    // A repeat a minute later has a new signature.
    expect((await post(text, sign(text, nowSeconds() - 60))).status).toBe(204);
    expect(await countEvents(lesson)).toBe(1);
  });
});

describe('refused without a trace', () => {
  const anEvent = async () => {
    const { lesson, students, room } = await aLiveLesson();
    const { email } = students[0]!;
    return {
      lesson,
      text: JSON.stringify(eventOf('meeting.participant_joined', room, 0, { email })),
    };
  };

  test.each<[string, (text: string) => Record<string, string>]>([
    ['without a signature', () => ({})],
    ['signed with another secret', (text) => sign(text, nowSeconds(), 'another')],
    ['signed for another body', (text) => sign(`${text} `, nowSeconds())],
    [
      'signed for another time',
      (text) => ({
        ...sign(text, nowSeconds()),
        'x-zm-request-timestamp': String(nowSeconds() - 1),
      }),
    ],
    ['signed more than five minutes ago', (text) => sign(text, nowSeconds() - 301)],
    ['signed for a time to come', (text) => sign(text, nowSeconds() + 301)],
    ['signed for no time', (text) => sign(text, 'soon')],
    ['cut short', (text) => ({ ...sign(text, nowSeconds()), 'x-zm-signature': 'v0=00' })],
  ])('%s', async (_what, headersOf) => {
    const { lesson, text } = await anEvent();
    const { status, body } = await post(text, headersOf(text));
    expect({ status, body }).toMatchObject({ status: 401 });
    expect(body).toContain('webhook_not_signed');
    expect(await countEvents(lesson)).toBe(0);
  });

  test('but a signature of four minutes ago is accepted', async () => {
    const { lesson, text } = await anEvent();
    expect((await post(text, sign(text, nowSeconds() - 240))).status).toBe(204);
    expect(await countEvents(lesson)).toBe(1);
  });

  test.each([
    ['no JSON', 'event=meeting.started', 'malformed_json'],
    ['no event', '{"payload": {}}', 'malformed_json'],
    [
      'a participant event without a participant',
      '{"event": "meeting.participant_left", "event_ts": 1790000000000, "payload": {"object": {"id": "1", "uuid": "x"}}}',
      'invalid_value',
    ],
  ])('%s', async (_what, text, code) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body).toContain(code);
  });

  test('another kind of content', async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/webhooks/zoom',
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(answer.statusCode).toBe(415);
  });
});

test('meetings of other lessons and other kinds of event are accepted and ignored', async () => {
  const { lesson, room } = await aLiveLesson();
  const known = await app.database.pool.query('select from zoom_events');
  expect((await tell('meeting.participant_joined', '70000000001', 0, {})).status).toBe(204);
  expect((await tell('meeting.sharing_started', room, 0, {})).status).toBe(204);
  expect((await tell('constructor', room, 0, {})).status).toBe(204);
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    expect((await tell(`meeting.${name}`, room, 0, {})).status).toBe(204);
  expect((await app.database.pool.query('select from zoom_events')).rowCount).toBe(known.rowCount);
  expect(await countEvents(lesson)).toBe(0);
});

test('unusual names and addresses are stored as far as possible', async () => {
  const { lesson, room } = await aLiveLesson();
  const user_name = `\u0000Ann \uD800${'x'.repeat(500)}`;
  const answer = await tell('meeting.participant_joined', room, 0, {
    user_name,
    email: 'no address',
    join_time: 'yesterday',
  });
  expect(answer.status).toBe(204);
  const [attendee] = (await attendanceOf(lesson)).attendees;
  expect(attendee).toMatchObject({ email: '', joined_at: at(0).toISOString() });
  expect(attendee?.name).toMatch(/^Ann \uFFFDx+$/);
  expect(attendee?.name).toHaveLength(200);
});

describe('Zoom’s check that we know the secret', () => {
  const question = (plainToken: string) =>
    JSON.stringify({ event: 'endpoint.url_validation', event_ts: 1, payload: { plainToken } });

  test('gets a response', async () => {
    const { status, body } = await post(question('qgg8vlvZRS6UYooatFL8Aw'));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: createHmac('sha256', secret).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
    });
  });

  test('gets no response without a signature, or for a text that could be a message', async () => {
    expect((await post(question('abc'), {})).status).toBe(401);
    expect((await post(question(`v0:${nowSeconds()}:{}`))).status).toBe(400);
  });
});

describe('without a secret', () => {
  const other = useOwnTestApp();
  test('the address responds 404', async () => {
    const answer = await other.http.inject({
      method: 'POST',
      url: '/api/webhooks/zoom',
      headers: { 'content-type': 'application/json', ...sign('{}', nowSeconds(), '') },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(404);
  });
});
