import { afterAll, expect, test } from 'vitest';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  getStartLink,
  requestLessonRoom,
} from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aZoomRoom } from '../../../../test/factories/zoom-room.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { openZoomServer } from '../../../../test/zoom-server.ts';
import { lessonStaff } from '../lessons.schema.ts';

const server = await openZoomServer();
afterAll(server.close);
const app = useOwnTestApp({ settings: { zoom: server.settings } });

/** A lesson on Zoom in a week, with its room. */
const aLessonWithRoom = async (values: Parameters<typeof aLesson>[2] = {}) => {
  const { id } = await aClass(app);
  const lesson = await aLesson(app, id, {
    hostingPlatform: 'Zoom',
    hostingType: 'meeting',
    ...values,
  });
  return { ...lesson, room: await aZoomRoom(app, lesson) };
};

const teach = (lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

test('the start link is read from Zoom, audited without the link, and never stored', async () => {
  const lesson = await aLessonWithRoom();
  const colleague = await app.as('CustService');
  const { data } = await colleague.call(getStartLink, { params: { id: lesson.id } });
  expect(data.url).toBe(`https://zoom.example.com/s/${lesson.room}?zak=secret-of-the-host`);
  const changes = await (
    await app.as('Admin')
  ).call(listLessonChanges, { params: { id: lesson.id } });
  expect(changes.data[0]).toMatchObject({ action: 'lesson.startLinkShown' });
  const { rows } = await app.database.pool.query(
    `select to_jsonb(entry)::text as kept from audit_log entry where entity_id = $1
     union all select to_jsonb(room)::text from lesson_rooms room where lesson_id = $1`,
    [lesson.id],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('secret-of-the-host');
});

test('a Tutor starts and retries own rooms only; of other roles only an Admin and customer service may', async () => {
  const [own, other] = [await aLessonWithRoom(), await aLessonWithRoom()];
  const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
  await teach(own.id, tutor.id);
  await tutor.call(getStartLink, { params: { id: own.id } });
  await tutor.call(requestLessonRoom, { params: { id: own.id } });
  for (const operation of [getStartLink, requestLessonRoom]) {
    expect(await tutor.refused(operation, { params: { id: other.id } })).toMatchObject({
      status: 404,
    });
    for (const role of staffRoles) {
      if (role === 'Tutor') continue;
      const { status } = await (await app.as(role)).send(operation, { params: { id: own.id } });
      expect([role, status]).toEqual([role, ['Admin', 'CustService'].includes(role) ? 200 : 403]);
    }
  }
});

test('there is no start link if the lesson is over or inactive, has no room, or the room was deleted at Zoom', async () => {
  const admin = await app.as('Admin');
  const why = async (id: string) => {
    const refused = await admin.refused(getStartLink, { params: { id } });
    expect(refused).toMatchObject({ code: 'live_link_missing' });
    return JSON.stringify(refused);
  };
  expect(await why((await aLessonWithRoom({ inDays: -3 })).id)).toContain('This lesson is over.');
  expect(await why((await aLessonWithRoom({ isActive: false })).id)).toContain('is not active');
  const { id } = await aClass(app);
  const bare = await aLesson(app, id, { hostingPlatform: 'Zoom' });
  expect(await why(bare.id)).toContain('No zoom room created');
  const lesson = await aLessonWithRoom();
  server.meetings.delete(lesson.room);
  expect(await why(lesson.id)).toContain('Zoom gives no link: the meeting does not exist at Zoom.');
});
