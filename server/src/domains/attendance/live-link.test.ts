import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import {
  checkLiveLink,
  getLiveLink,
} from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import { aServiceToken, aSystem } from '../../../test/factories/service-token.factory.ts';
import { aRenewalTicket } from '../../../test/factories/ticket.factory.ts';
import { aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { newId } from '../../platform/ids.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';
import { signLiveLink, verifyLiveLink, type LiveLink } from './live-link-token.ts';

const written: string[] = [];
const log = new Writable({
  write: (line: Buffer, _encoding, done) => {
    written.push(line.toString());
    done();
  },
});
const key = 'a-key-that-only-the-classroom-knows-too';
const app = useOwnTestApp({
  settings: { classroom: { url: 'https://room.example/join', key } },
  logger: pino({ level: 'trace' }, log),
});
const hour = 60 * 60_000;

/** A lesson in the classroom in a week, with a student and a tutor. */
const aLessonToJoin = async (values: Parameters<typeof aLesson>[2] = {}) => {
  const lesson = await aLesson(app, (await aClass(app)).id, values);
  const student = await aStudentOn(app, lesson, { name: 'Ong Xin Yi' });
  const tutor = await aTutor(app, { name: 'Goh Shi Min' });
  await teach(lesson.id, tutor.id);
  return { lesson, student, tutor };
};

const teach = (lessonId: string, userId: string, kind: 'tutor' | 'ta' = 'tutor') =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind });

const place = (studentId: string, lessonId: string) =>
  app.database.db.insert(rosterSources).values({
    id: newId(app.clock.now()),
    lessonId,
    studentId,
    kind: 'PAYMENT',
    addedBy: studentId,
    created: app.clock.now(),
  });

const linkOf = async (api: Api, id: string, userId: string) =>
  (await api.call(getLiveLink, { params: { id, userId } })).data;

const tokenOf = (url: string) => new URL(url).hash.slice(1);

const claimsOf = (url: string): unknown =>
  JSON.parse(Buffer.from(tokenOf(url).split('.')[1] ?? '', 'base64url').toString());

describe('a live link', () => {
  test('admits one person to one lesson until two hours after its end, and contains no names', async () => {
    const { lesson, student, tutor } = await aLessonToJoin();
    const admin = await app.as('Admin');
    const expires = new Date(lesson.endedAt.getTime() + 2 * hour);
    const { url, expires_on } = await linkOf(admin, lesson.id, student.id);
    expect(url).toMatch(/^https:\/\/room\.example\/join#[\w.-]+$/);
    expect(expires_on).toBe(expires.toISOString());
    const exp = expires.getTime() / 1000;
    const claims = { aud: 'live-lesson', lesson: lesson.id, exp };
    expect(claimsOf(url)).toEqual({ ...claims, sub: student.id, as: 'student' });
    expect(claimsOf((await linkOf(admin, lesson.id, tutor.id)).url)).toEqual({
      ...claims,
      sub: tutor.id,
      as: 'tutor',
    });
  });

  test('is noted with giver and receiver, but is itself in no log and no trail', async () => {
    const { lesson, student } = await aLessonToJoin();
    const admin = await app.as('Admin');
    written.length = 0;
    const { url } = await linkOf(admin, lesson.id, student.id);
    const changes = await admin.call(listLessonChanges, { params: { id: lesson.id } });
    expect(changes.data[0]).toMatchObject({ action: 'lesson.liveLinkGiven' });
    expect(JSON.stringify(changes)).toContain('Ong Xin Yi');
    expect(written.join('')).toContain('getLiveLink');
    for (const place of [JSON.stringify(changes), written.join('')])
      expect(place).not.toContain(tokenOf(url).split('.')[2]);
  });

  test('is given by staff who look after attendance; by a Tutor for itself and own students', async () => {
    const { lesson, student, tutor: colleague } = await aLessonToJoin();
    const of = (userId: string) => ({ params: { id: lesson.id, userId } });
    const partner = await app.as('Partner', { leadSourceScope: 'LLP' });
    expect((await partner.refused(getLiveLink, of(student.id))).status).toBe(403);
    const desk = await app.as('CustService');
    expect((await linkOf(desk, lesson.id, student.id)).url).toContain('#');
    const tutor = await app.as('Tutor', {});
    expect((await tutor.refused(getLiveLink, of(student.id))).field).toBe('id');
    await teach(lesson.id, tutor.id);
    for (const id of [student.id, tutor.id])
      expect((await linkOf(tutor, lesson.id, id)).url).toContain('#');
    expect(await tutor.refused(getLiveLink, of(colleague.id))).toMatchObject({
      status: 404,
      field: 'userId',
    });
  });

  test('is refused for people not on the lesson, with a video place, or disabled', async () => {
    const { lesson } = await aLessonToJoin();
    const watching = await aStudentOn(app, lesson, { kind: 'PAYMENT_VIDEO' });
    const disabled = await aStudentOn(app, lesson, { enabled: false });
    const stranger = await aUser(app, { type: 'Student' });
    const admin = await app.as('Admin');
    for (const { id: userId } of [watching, disabled, stranger])
      expect(await admin.refused(getLiveLink, { params: { id: lesson.id, userId } })).toMatchObject(
        { code: 'not_found', field: 'userId' },
      );
  });

  test('is given to staff who work tickets, for the ticket’s student and lesson only', async () => {
    const { lesson, student, tutor } = await aLessonToJoin();
    const other = await aStudentOn(app, lesson);
    const later = await aLesson(app, lesson.classId, { inDays: 14 });
    await place(student.id, later.id);
    await aRenewalTicket(app, {
      studentId: student.id,
      classId: lesson.classId,
      lessonId: lesson.id,
    });
    const of = (id: string, userId: string) => ({ params: { id, userId } });
    const agent = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
    expect(claimsOf((await linkOf(agent, lesson.id, student.id)).url)).toMatchObject({
      sub: student.id,
      lesson: lesson.id,
      as: 'student',
    });
    for (const [id, userId] of [
      [lesson.id, other.id],
      [lesson.id, tutor.id],
      [later.id, student.id],
    ] as const)
      expect(await agent.refused(getLiveLink, of(id, userId))).toMatchObject({
        status: 404,
        field: 'userId',
      });
    // A SalesAdmin works trials, not renewals; an Agent without the route works no tickets.
    const sales = await app.as('SalesAdmin');
    expect((await sales.refused(getLiveLink, of(lesson.id, student.id))).status).toBe(404);
    const plain = await app.as('Agent');
    expect((await plain.refused(getLiveLink, of(lesson.id, student.id))).status).toBe(403);
    const partner = await app.as('Partner', {
      leadSourceScope: 'LLP',
      extraRoutes: ['/tickets/renewal'],
    });
    expect((await partner.refused(getLiveLink, of(lesson.id, student.id))).status).toBe(404);
    await app.database.db.update(users).set({ leadSource: 'LLP' }).where(eq(users.id, student.id));
    expect((await linkOf(partner, lesson.id, student.id)).url).toContain('#');
  });

  test.each([
    [{ hostingPlatform: 'Zoom' }, 'No zoom room created'],
    [{ hostingPlatform: 'ClassIn' }, 'ClassIn has no personal live links'],
    [{ inDays: -1 }, 'This lesson is over.'],
    [{ isActive: false }, 'This lesson is not active.'],
  ])('is refused for a lesson with %o', async (values, words) => {
    const { lesson, student } = await aLessonToJoin(values);
    const refused = await (
      await app.as('Admin')
    ).refused(getLiveLink, { params: { id: lesson.id, userId: student.id } });
    expect(refused.code).toBe('live_link_missing');
    expect(refused.body.message.errors[0]?.message).toContain(words);
  });
});

describe('the classroom', () => {
  test('gets the person of a link, until the person is no longer expected', async () => {
    const { lesson, student, tutor } = await aLessonToJoin();
    const admin = await app.as('Admin');
    const classroom = await aSystem(app, 'classroom-events');
    const asking = async (userId: string) => ({
      body: { lesson: lesson.id, link: tokenOf((await linkOf(admin, lesson.id, userId)).url) },
    });
    const [ofStudent, ofTutor] = [await asking(student.id), await asking(tutor.id)];
    expect((await classroom.call(checkLiveLink, ofStudent)).data).toEqual({
      lesson: lesson.id,
      user: { _id: student.id, name: 'Ong Xin Yi', email: student.email },
      as: 'student',
      expires_on: new Date(lesson.endedAt.getTime() + 2 * hour).toISOString(),
    });
    const isRefused = async (input: typeof ofStudent) =>
      (await classroom.refused(checkLiveLink, input)).code === 'live_link_refused';
    const { db } = app.database;
    await db
      .update(rosterSources)
      .set({ releasedAt: app.clock.now() })
      .where(eq(rosterSources.studentId, student.id));
    expect(await isRefused(ofStudent)).toBe(true);
    await classroom.call(checkLiveLink, ofTutor);
    await db.update(users).set({ enabled: false }).where(eq(users.id, tutor.id));
    expect(await isRefused(ofTutor)).toBe(true);
    await db.update(users).set({ enabled: true }).where(eq(users.id, tutor.id));
    await db.update(lessons).set({ isActive: false }).where(eq(lessons.id, lesson.id));
    expect(await isRefused(ofTutor)).toBe(true);
  });

  test('is refused a link of another lesson, and every link without the right to send events', async () => {
    const { lesson, student } = await aLessonToJoin();
    const other = await aLessonToJoin();
    const { url } = await linkOf(await app.as('Admin'), lesson.id, student.id);
    const input = { body: { lesson: other.lesson.id, link: tokenOf(url) } };
    const classroom = await aSystem(app, 'classroom-events');
    expect((await classroom.refused(checkLiveLink, input)).code).toBe('live_link_refused');
    const shop = await aSystem(app, 'orders');
    expect((await shop.refused(checkLiveLink, input)).status).toBe(403);
  });
});

/** The same cases test our verification and the one that docs/live-links.md gives to the classroom. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/live-links.md'), 'utf8');
const [, documented = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];
type Verify = (token: string, options: { key: string; lesson: string; now: Date }) => unknown;
const theirs = (
  (await import(`data:text/javascript,${encodeURIComponent(documented)}`)) as {
    verifyLiveLink: Verify;
  }
).verifyLiveLink;

describe.each<[string, Verify]>([
  ['our verification', verifyLiveLink],
  ['the verification of docs/live-links.md', theirs],
])('%s', (_name, verify) => {
  const link: LiveLink = {
    lesson: '019b0000-0000-7000-8000-000000000001',
    user: '019b0000-0000-7000-8000-000000000002',
    as: 'student',
    expires: new Date('2026-11-20T04:00:00Z'),
  };
  const options = { key, lesson: link.lesson, now: new Date('2026-11-20T03:59:59Z') };
  const token = signLiveLink(link, key);
  const parts = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (head: object, claims: object) => {
    const content = `${encode(head)}.${encode(claims)}`;
    return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
  };
  const head = { alg: 'HS256', typ: 'JWT' };
  const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as object;

  test('accepts an unchanged link', () => {
    expect(verify(token, options)).toBeTruthy();
    expect(verify(signed(head, claims), options)).toBeTruthy();
  });

  test.each([
    ['signed with another key', signLiveLink(link, 'another-key-of-thirty-two-letters')],
    ['without a signature', `${parts[0]}.${parts[1]}.`],
    ['of "alg": "none"', `${encode({ ...head, alg: 'none' })}.${parts[1]}.`],
    [
      'changed to join as the tutor',
      `${parts[0]}.${encode({ ...claims, as: 'tutor' })}.${parts[2]}`,
    ],
    ['changed to expire later', `${parts[0]}.${encode({ ...claims, exp: 2e9 })}.${parts[2]}`],
    ['with an extra part', `${token}.${parts[2]}`],
    ['for another purpose, with the same key', signed(head, { ...claims, aud: 'invoice' })],
    ['that is not a token', 'let-me-in'],
    ['of another lesson', signLiveLink({ ...link, lesson: link.user }, key)],
  ])('refuses a link %s', (_words, given) => {
    expect(verify(given, options)).toBeFalsy();
  });

  test('refuses an expired link', () => {
    expect(verify(token, { ...options, now: link.expires })).toBeFalsy();
  });
});

test('the command in docs/live-links.md runs unchanged', async () => {
  const address = await app.listen();
  const { lesson, student } = await aLessonToJoin();
  const { token } = await aServiceToken(app, { scopes: ['classroom-events'] });
  const { url } = await linkOf(await app.as('Admin'), lesson.id, student.id);
  const [, command = ''] = /^```sh\n(.*?)^```/ms.exec(page) ?? [];
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    env: {
      ...process.env,
      no_proxy: '*',
      STAFFROOM: address,
      TOKEN: token,
      LESSON: lesson.id,
      LINK: tokenOf(url),
    },
  });
  expect(JSON.parse(stdout)).toMatchObject({ data: { user: { _id: student.id }, as: 'student' } });
});

describe('without the settings of the classroom', () => {
  const bare = useOwnTestApp({ settings: { classroom: undefined } });

  test('there are no links, and the error names the missing settings', async () => {
    const lesson = await aLesson(bare, (await aClass(bare)).id);
    const { id: userId } = await aStudentOn(bare, lesson);
    const admin = await bare.as('Admin');
    const refused = await admin.refused(getLiveLink, { params: { id: lesson.id, userId } });
    expect(refused.body.message.errors[0]?.message).toContain('CLASSROOM_URL and LIVE_LINK_KEY');
  });
});
