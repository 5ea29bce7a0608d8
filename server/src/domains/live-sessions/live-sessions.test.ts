import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  createLiveSession,
  deleteLiveSession,
  getLiveSession,
  listSessionAttendees,
  updateLiveSession,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { listLiveSessions } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aBitmap } from '../../../test/factories/bitmap.factory.ts';
import { anImage, anImageFile } from '../../../test/factories/image.factory.ts';
import {
  aLiveSession,
  aLiveSessionBody,
  anAttendee,
} from '../../../test/factories/live-session.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { formOf } from '../../../test/multipart.ts';
import { aStudent, aTutor, aUser } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { liveSessions } from './live-sessions.schema.ts';

const app = useTestApp();

type Body = Awaited<ReturnType<typeof aLiveSessionBody>>;

const create = async (values: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  (await app.as('Admin')).call(createLiveSession, {
    body: await aLiveSessionBody(app, values),
    file: await anImageFile({ kind: 'jpeg' }),
    headers,
  });
const refused = async (values: object, file = anImageFile()) =>
  (await app.as('Admin')).refused(createLiveSession, {
    body: { ...(await aLiveSessionBody(app)), ...values },
    file: await file,
  });
const read = async (id: string) =>
  (await (await app.as('Admin')).call(getLiveSession, { params: { id } })).data;
const auditedActions = async (id: string) =>
  (await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id))).map(
    ({ action }) => action,
  );
const unknown = '01980000-0000-7000-8000-000000000000';

describe('a new session', () => {
  test('is stored with all its fields and its cover', async () => {
    const host = await aTutor(app, { name: 'Goh Shi Min' });
    const written = {
      name: 'Heuristics for PSLE',
      desc: 'Draw a model.\nThen compare.',
      meta: {
        level: 'primary-6',
        subject: 'Mathematics',
        keywords: ['Primary 6', 'Mathematics', 'PSLE'],
        series: { name: 'PSLE in 20 minutes', order: 3 },
      },
      scheduled_on: '2026-11-27T11:30:00.000Z',
      event_duration: 45,
      is_listed: false,
      is_public_viewable: true,
      playback_url: 'https://video.example.com/psle-3',
      target_audience: 'parent',
    } as const;
    const { data } = await create({
      ...written,
      meta: { ...written.meta, keywords: [...written.meta.keywords] },
      host_by: host.id,
    });
    expect(data).toMatchObject({
      ...written,
      host_by: { _id: host.id, name: 'Goh Shi Min' },
      hosting_platform: 'Zoom',
      hosting_type: 'webinar',
      attendee_count: 0,
      version: 1,
      abilities: { update: true, delete: true },
    });
    expect(await read(data._id)).toEqual(data);
    const picture = await app.http.inject({ method: 'GET', url: data.cover_photo });
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 40,
      height: 30,
    });
  });

  test('by default lasts 20 minutes, is listed, not public, for students and without a series', async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      event_duration: 20,
      is_listed: true,
      is_public_viewable: false,
      target_audience: 'student',
      playback_url: '',
      meta: { series: null },
    });
  });

  test.each([
    ['a JPEG', () => anImage({ kind: 'jpeg' })],
    ['a PNG', () => anImage({ kind: 'png' })],
    ['a BMP', async () => aBitmap()],
  ])('takes %s as its cover, regardless of its file name', async (_kind, make) => {
    const admin = await app.as('Admin');
    const { data } = await admin.call(createLiveSession, {
      body: await aLiveSessionBody(app),
      file: { name: 'cover.txt', type: 'text/plain', content: await make() },
    });
    expect(data.cover_photo).toMatch(/^\/api\/image\/[\da-f-]{36}\.jpg$/);
  });

  test('is created once per Idempotency-Key, and refused with another picture under the same key', async () => {
    const admin = await app.as('Admin');
    const body = await aLiveSessionBody(app, { name: unique('Once') });
    const headers = { 'idempotency-key': unique('key') };
    const file = await anImageFile({ kind: 'jpeg' });
    const first = await admin.call(createLiveSession, { body, file, headers });
    expect(await admin.call(createLiveSession, { body, file, headers })).toEqual(first);
    const other = await anImageFile({ kind: 'jpeg', width: 50 });
    expect(await admin.refused(createLiveSession, { body, file: other, headers })).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    const rows = await app.database.db
      .select()
      .from(liveSessions)
      .where(eq(liveSessions.name, body.name));
    expect(rows).toHaveLength(1);
  });
});

describe('a session is refused', () => {
  test.each([
    ['name', { name: ' ' }, 'Please enter a name'],
    ['desc', { desc: '' }, 'Please enter a description'],
    ['event_duration', { event_duration: 0 }, 'At least 1 minute'],
    ['event_duration', { event_duration: 721 }, 'At most 720 minutes'],
    [
      'playback_url',
      { playback_url: 'zoom.us/rec' },
      'Write the whole address, beginning with https://',
    ],
    [
      'playback_url',
      { playback_url: 'javascript:alert(1)' },
      'Write the whole address, beginning with https://',
    ],
  ] as const)('with a sentence at %s: %o', async (field, values, message) => {
    const answer = await refused(values);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_value', field });
    expect(answer.body.message.errors[0]?.message).toBe(message);
  });

  test.each([
    ['meta.keywords', { keywords: ['Algebra', ' algebra'] }, '“algebra” is already a keyword'],
    ['meta.series.order', { series: { name: 'PSLE', order: 0 } }, 'Episodes count from 1'],
    ['meta.series.name', { series: { name: '', order: 1 } }, 'Please name the series'],
  ])('with a sentence at %s', async (field, meta, message) => {
    const answer = await refused({ meta: { level: 'primary-6', subject: 'English', ...meta } });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_value', field });
    expect(answer.body.message.errors[0]?.message).toBe(message);
  });

  test('with all problems at once', async () => {
    const answer = await refused({
      name: '',
      event_duration: 'soon',
      host_by: 'Goh',
      is_listed: 1,
    });
    expect(answer.body.message.errors.map(({ field }) => field)).toEqual([
      'name',
      'event_duration',
      'host_by',
      'is_listed',
    ]);
  });

  test('with a host who is not a tutor', async () => {
    const { id } = await aUser(app, { type: 'TA' });
    const answer = await refused({ host_by: id });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_value', field: 'host_by' });
    expect(answer.body.message.errors[0]?.message).toBe('This is not a tutor.');
  });

  test.each([
    ['This is a GIF.', () => anImageFile({ kind: 'gif' })],
    ['This is a WebP.', () => anImageFile({ kind: 'webp' })],
    ['This is a text.', async () => ({ name: 'cover.jpg', content: Buffer.from('a picture') })],
    ['This file is empty.', async () => ({ name: 'cover.jpg', content: Buffer.alloc(0) })],
    ['This BMP is damaged or incomplete.', async () => ({ content: aBitmap().subarray(0, 60) })],
  ])('with a cover of the wrong type: %s', async (words, file) => {
    const answer = await refused({}, file());
    expect(answer).toMatchObject({ status: 415, code: 'image_unreadable', field: 'cover_photo' });
    expect(answer.body.message.errors[0]?.message).toBe(`${words} Use a JPEG, PNG or BMP image.`);
  });

  test('without a cover, or with two', async () => {
    const admin = await app.as('Admin');
    const body = await aLiveSessionBody(app);
    const none = await admin.refused(createLiveSession, { body });
    expect(none).toMatchObject({ status: 400, code: 'invalid_value', field: 'cover_photo' });
    const file = { field: 'cover_photo', content: await anImage() };
    const { payload, headers } = formOf(body, file, file);
    const both = await app.http.inject({
      method: 'POST',
      url: '/api/admin/event/webinar',
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
      payload,
    });
    expect(both.statusCode).toBe(400);
    expect(both.json()).toMatchObject({
      message: { errors: [{ code: 'invalid_value', field: 'cover_photo' }] },
    });
  });

  test('with a field that is repeated or too long', async () => {
    const { token } = await app.as('Admin');
    const { name: _name, ...body } = await aLiveSessionBody(app);
    const part = (value: string) => ({ field: 'cover_photo', content: Buffer.from(value) });
    for (const twice of [['Algebra', 'Geometry'], ['x'.repeat(70_000)]]) {
      const boundary = 'form-boundary';
      const texts = twice
        .map(
          (name) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n`,
        )
        .join('');
      const rest = formOf(body, part('x')).payload.toString('latin1');
      const [, own = ''] = /^--(\S+)\r\n/.exec(rest) ?? [];
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/admin/event/webinar',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: texts + rest.replaceAll(own, boundary),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ message: { errors: [{ field: 'name' }] } });
    }
  });

  test('to every role but Admin', async () => {
    const { id } = await aLiveSession(app);
    const body = await aLiveSessionBody(app);
    const file = await anImageFile();
    const sales = await app.as('SalesAdmin');
    for (const answer of [
      await sales.refused(createLiveSession, { body, file }),
      await sales.refused(updateLiveSession, { params: { id }, body: { name: 'Mine' } }),
      await sales.refused(deleteLiveSession, { params: { id } }),
    ])
      expect(answer).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await sales.call(getLiveSession, { params: { id } })).data.abilities).toEqual({
      update: false,
      delete: false,
    });
    for (const role of ['CustService', 'Tutor', 'DataAdmin'] as const)
      expect((await (await app.as(role)).refused(listLiveSessions)).status).toBe(403);
  });
});

describe('changing a session', () => {
  test('changes only the fields sent, and keeps the cover', async () => {
    const { id, coverPhoto } = await aLiveSession(app);
    const { data } = await (
      await app.as('Admin')
    ).call(updateLiveSession, {
      params: { id },
      body: { meta: { level: 'primary-5', subject: 'Science' }, event_duration: 30, version: 1 },
    });
    expect(data).toMatchObject({
      meta: { level: 'primary-5', subject: 'Science', keywords: [], series: null },
      desc: 'How to draw a model for a word problem.',
      event_duration: 30,
      cover_photo: coverPhoto,
      version: 2,
    });
    expect(await auditedActions(id)).toEqual(['live_session.updated']);
  });

  test('accepts a new cover alone, and refuses one of the wrong type', async () => {
    const { id, coverPhoto } = await aLiveSession(app);
    const admin = await app.as('Admin');
    const params = { id };
    const answer = await admin.refused(updateLiveSession, {
      params,
      file: await anImageFile({ kind: 'webp' }),
    });
    expect(answer).toMatchObject({ status: 415, field: 'cover_photo' });
    expect(await read(id)).toMatchObject({ cover_photo: coverPhoto, version: 1 });
    const { data } = await admin.call(updateLiveSession, { params, file: await anImageFile() });
    expect(data.cover_photo).not.toBe(coverPhoto);
    expect(data.version).toBe(2);
  });

  test('based on an older version is refused with the current session, and stores no picture', async () => {
    const { id } = await aLiveSession(app);
    const admin = await app.as('Admin');
    const params = { id };
    await admin.call(updateLiveSession, { params, body: { name: 'Theirs', version: 1 } });
    const answer = await admin.refused(updateLiveSession, {
      params,
      body: { name: 'Mine', version: 1 },
      file: await anImageFile(),
    });
    expect(answer).toMatchObject({ status: 409, code: 'stale' });
    expect(answer.body.current).toMatchObject({ _id: id, name: 'Theirs', version: 2 });
    expect(await auditedActions(id)).toEqual(['live_session.updated']);
  });

  test('is not found for an unknown session', async () => {
    const admin = await app.as('Admin');
    const params = { id: unknown };
    for (const answer of [
      await admin.refused(updateLiveSession, { params, body: { name: 'Mine' } }),
      await admin.refused(deleteLiveSession, { params }),
      await admin.refused(getLiveSession, { params }),
      await admin.refused(listSessionAttendees, { params }),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('deleting a session', () => {
  test('removes it from the list', async () => {
    const { id, name } = await aLiveSession(app);
    const admin = await app.as('Admin');
    await admin.call(deleteLiveSession, { params: { id } });
    const { count } = await admin.call(listLiveSessions, {
      query: { filter: { search: { regex: name } } },
    });
    expect(count).toBe(0);
    expect(await auditedActions(id)).toEqual(['live_session.deleted']);
  });

  const words =
    "You're not allowed to delete TLS session with existing attendees. Please contact tech team for further assistance.";

  test('is refused once it has an attendee', async () => {
    const { id } = await aLiveSession(app);
    await anAttendee(app, id);
    const answer = await (await app.as('Admin')).refused(deleteLiveSession, { params: { id } });
    expect(answer).toMatchObject({ status: 409, code: 'live_session_attended' });
    expect(answer.body.message.errors[0]?.message).toBe(words);
    expect(await read(id)).toMatchObject({ attendee_count: 1 });
  });

  test('waits for a concurrent sign-up, and is then refused', async () => {
    const { id } = await aLiveSession(app);
    const student = await aStudent(app);
    const signingUp = await holdRows(
      app,
      'insert into live_session_attendees (id, session_id, student_id, signed_up_at) values ($1, $2, $3, now())',
      [crypto.randomUUID(), id, student.id],
    );
    const answer = (await app.as('Admin')).send(deleteLiveSession, { params: { id } });
    await signingUp.untilWaiting(1);
    await signingUp.commit();
    expect(await answer).toMatchObject({ status: 409 });
  });
});
