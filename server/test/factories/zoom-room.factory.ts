import { createMeeting } from '../../src/domains/lessons/zoom/zoom-meetings.ts';
import { keepRoom } from '../../src/domains/lessons/zoom/zoom-rooms.queries.ts';
import { openZoom } from '../../src/platform/zoom.ts';
import type { TestApp } from '../build-test-app.ts';

/** Creates the room of a lesson at the test app's Zoom account, and returns its Zoom id. */
export const aZoomRoom = async (app: TestApp, lesson: { id: string }): Promise<string> => {
  const { zoom } = app.settings;
  if (!zoom) throw new Error('This test app has no Zoom account.');
  const room = await createMeeting(openZoom(zoom, app.clock), {
    lessonId: lesson.id,
    host: 'room1@staffroom.example',
    plan: {
      kind: 'meeting',
      topic: 'Surds',
      start: '2026-11-27T06:00:00Z',
      minutes: 90,
      teachers: [],
    },
  });
  await keepRoom(app.database.db, lesson.id, room);
  return room.id;
};
