import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getLiveLink } from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../../test/factories/homework.factory.ts';
import { aTutor } from '../../../../test/factories/user.factory.ts';
import { openZoomServer, type ZoomCall } from '../../../../test/zoom-server.ts';
import { openZoom } from '../../../platform/zoom.ts';
import { lessonStaff } from '../../lessons/lessons.schema.ts';
import { createMeeting, type RoomKind } from '../../lessons/zoom/zoom-meetings.ts';
import { keepRoom } from '../../lessons/zoom/zoom-rooms.queries.ts';

const working = () => undefined;
let instead: (call: ZoomCall) => { status: number } | 'lost' | undefined = working;
beforeEach(() => {
  instead = working;
});

const server = await openZoomServer({ instead: (call) => instead(call) });
afterAll(server.close);
const app = useOwnTestApp({ settings: { zoom: server.settings } });

/** A lesson on Zoom in a week, with a student, and optionally a room. */
const aLessonOnZoom = async ({
  hostingType = 'meeting',
  hasRoom = true,
}: { hostingType?: RoomKind; hasRoom?: boolean } = {}) => {
  const { id } = await aClass(app);
  const lesson = await aLesson(app, id, { hostingPlatform: 'Zoom', hostingType });
  const student = await aStudentOn(app, lesson, { name: 'Ong Xin Yi' });
  if (!hasRoom) return { lesson, student, room: '' };
  const room = await createMeeting(openZoom(server.settings, app.clock), {
    lessonId: lesson.id,
    host: 'room1@staffroom.example',
    plan: {
      kind: hostingType,
      topic: 'Surds',
      start: '2026-11-27T06:00:00Z',
      minutes: 90,
      teachers: [],
    },
  });
  await keepRoom(app.database.db, lesson.id, room);
  return { lesson, student, room: room.id };
};

const ask = async (id: string, userId: string) =>
  (await app.as('Admin')).send(getLiveLink, { params: { id, userId } });

describe('the live link of a student into a lesson on Zoom', () => {
  test.each(['meeting', 'webinar'] as const)(
    'is a registrant link of the %s, the same at each request',
    async (hostingType) => {
      const { lesson, student, room } = await aLessonOnZoom({ hostingType });
      const answer = await ask(lesson.id, student.id);
      expect(answer.body).toEqual({
        data: { url: `https://zoom.example.com/w/${room}?tk=registrant-1`, expires_on: null },
      });
      expect((await ask(lesson.id, student.id)).body).toEqual(answer.body);
      expect(server.meetings.get(room)?.registrants).toEqual([
        { id: 'registrant-1', email: student.email },
      ]);
      expect(server.calls.at(-1)?.body).toEqual({
        email: student.email,
        first_name: 'Ong Xin Yi',
        auto_approve: true,
      });
    },
  );

  test('is noted with giver and receiver, but is itself in no trail', async () => {
    const { lesson, student } = await aLessonOnZoom();
    await ask(lesson.id, student.id);
    const admin = await app.as('Admin');
    const { data } = await admin.call(listLessonChanges, { params: { id: lesson.id } });
    expect(JSON.stringify(data)).toContain('Ong Xin Yi');
    expect(JSON.stringify(data)).not.toContain('zoom.example.com');
  });

  test('is refused for teachers, who use their own Zoom accounts', async () => {
    const { lesson, room } = await aLessonOnZoom();
    const tutor = await aTutor(app);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    expect(await ask(lesson.id, tutor.id)).toMatchObject({
      status: 422,
      body: { message: { errors: [{ code: 'live_link_missing' }] } },
    });
    expect(server.meetings.get(room)?.registrants).toEqual([]);
  });

  test('is refused with the reason if the lesson has no room, or Zoom refuses', async () => {
    const without = await aLessonOnZoom({ hasRoom: false });
    const refused = (message: string) => ({
      status: 422,
      body: { message: { errors: [{ code: 'live_link_missing', message }] } },
    });
    expect(await ask(without.lesson.id, without.student.id)).toMatchObject(
      refused('No zoom room created'),
    );
    const { lesson, student } = await aLessonOnZoom();
    instead = () => ({ status: 429 });
    expect(await ask(lesson.id, student.id)).toMatchObject(
      refused('Zoom gives no link: Zoom accepts no more calls at the moment.'),
    );
    // Zoom has registered the student although the response was lost: the next attempt gets the link.
    instead = () => 'lost';
    expect((await ask(lesson.id, student.id)).status).toBe(422);
    instead = working;
    expect((await ask(lesson.id, student.id)).status).toBe(200);
  });
});
