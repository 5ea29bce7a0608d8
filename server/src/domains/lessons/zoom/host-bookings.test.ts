import { describe, expect, test } from 'vitest';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import {
  createLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoom } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { unique } from '../../../../test/unique.ts';
import { useZoomStage } from '../../../../test/zoom-stage.ts';

const { app, zoomServer, keep, aZoomLesson, change } = useZoomStage();

let week = 0;
/** A time that only one test uses, because all tests share the one host of the app. */
const aTime = () => {
  week += 1;
  const at = (hour: number) => {
    const day = new Date(Date.UTC(2027, 0, 4 + 7 * week, hour));
    return day.toISOString();
  };
  return { early: at(2), start: at(6), middle: at(7), end: at(8), late: at(10) };
};

const bodyOf = (classId: string, from: string, to: string) => ({
  class: classId,
  name: 'Fractions',
  scheduled_on: from,
  ended_on: to,
  hosting_platform: 'Zoom',
  allow_unusual: true,
});

describe('saving a lesson whose Zoom host is booked', () => {
  test('is refused with the other lesson if no host is free, and saved once confirmed', async () => {
    const { start, middle, end, late } = aTime();
    const first = await aZoomLesson({ scheduled_on: start, ended_on: end });
    const admin = await app.as('Admin');
    const body = bodyOf(first.class, middle, late);
    const refused = await admin.refused(createLesson, { body });
    expect(refused).toMatchObject({ status: 409, code: 'host_booked' });
    expect(JSON.stringify(refused)).toContain(
      `No Zoom host is free at this time: Surds (${first.className})`,
    );
    await admin.call(createLesson, { body: { ...body, allow_host_overlap: true } });
  });

  test('is not refused at another time, on another platform, or inactive', async () => {
    const { early, start, middle, end, late } = aTime();
    const first = await aZoomLesson({ scheduled_on: start, ended_on: end });
    const admin = await app.as('Admin');
    await admin.call(createLesson, { body: bodyOf(first.class, end, late) });
    await admin.call(createLesson, { body: bodyOf(first.class, early, start) });
    const inside = bodyOf(first.class, start, middle);
    await admin.call(createLesson, { body: { ...inside, hosting_platform: 'ClassIn' } });
    const { data: inactive } = await admin.call(createLesson, {
      body: { ...inside, is_active: false },
    });
    expect(inactive.is_active).toBe(false);
  });

  test('is refused if the host of its room has another lesson, after a move or a return to Zoom', async () => {
    const server = await zoomServer();
    const { early, start, middle, end, late } = aTime();
    const first = await aZoomLesson({ scheduled_on: start, ended_on: end });
    const second = await aZoomLesson({ scheduled_on: end, ended_on: late });
    for (const { _id } of [first, second]) await keep(server, _id);
    const admin = await app.as('Admin');
    const move = {
      params: { id: second._id },
      body: { scheduled_on: middle, allow_unusual: true },
    };
    const refused = await admin.refused(updateLesson, move);
    expect(refused).toMatchObject({ code: 'host_booked' });
    expect(JSON.stringify(refused)).toContain('The Zoom host room1@staffroom.example already has');
    // Saves that take no time of the host succeed.
    await change(second._id, { name: 'Powers', scheduled_on: end });
    await change(second._id, { scheduled_on: middle, allow_host_overlap: true });
    await change(second._id, { name: 'Powers again' });
    await change(second._id, { scheduled_on: early, ended_on: start });
    await change(second._id, { hosting_platform: 'ClassIn', scheduled_on: middle, ended_on: late });
    expect(
      await admin.refused(updateLesson, {
        params: { id: second._id },
        body: { hosting_platform: 'Zoom', allow_unusual: true },
      }),
    ).toMatchObject({ code: 'host_booked' });
  });
});

test('the day and the room show a double-booked host; a Tutor sees only own lessons', async () => {
  const server = await zoomServer();
  const { start, middle, end, late } = aTime();
  const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
  const first = await aZoomLesson({ scheduled_on: start, ended_on: end, tutor: [tutor.id] });
  await keep(server, first._id);
  const shown = async () => {
    const { data } = await (
      await app.as('Admin')
    ).call(listDayLessons, { query: { filter: { date: start.slice(0, 10) } } });
    return new Map(data.map((lesson) => [lesson._id, lesson.host_booked]));
  };
  expect(await shown()).toEqual(new Map([[first._id, false]]));

  const second = await aZoomLesson({ scheduled_on: middle, ended_on: late });
  await keep(server, second._id);
  expect(await shown()).toEqual(
    new Map([
      [first._id, true],
      [second._id, true],
    ]),
  );
  const room = async (by: Awaited<ReturnType<typeof app.as>>) =>
    (await by.call(getLessonRoom, { params: { id: first._id } })).host_booked;
  expect(await room(await app.as('CustService'))).toMatchObject({
    host: 'room1@staffroom.example',
    count: 1,
    lessons: [{ _id: second._id, class_name: second.className }],
  });
  expect(await room(tutor)).toMatchObject({ count: 1, lessons: [] });

  await change(second._id, { is_active: false });
  expect((await shown()).get(first._id)).toBe(false);
});

test('coming lessons that follow their class also need confirmation about the host', async () => {
  const { start, end } = aTime();
  const day = new Date(start);
  const weekday = { timeZone: 'Asia/Singapore', weekday: 'short' } as const;
  const first = await aZoomLesson({ scheduled_on: start, ended_on: end });
  const admin = await app.as('Admin');
  await admin.call(updateClass, {
    params: { id: first.class },
    body: {
      schedule: {
        date_of_week: day.toLocaleDateString('en-GB', weekday) as 'Mon',
        start_time: '14:00',
        end_time: '16:00',
      },
    },
  });
  const other = await aZoomLesson({
    scheduled_on: new Date(day.getTime() + 4 * 3_600_000).toISOString(),
    ended_on: new Date(day.getTime() + 6 * 3_600_000).toISOString(),
  });
  const moved = {
    params: { id: first.class },
    body: {
      schedule: {
        date_of_week: day.toLocaleDateString('en-GB', weekday) as 'Mon',
        start_time: '18:00',
        end_time: '20:00',
      },
      coming_lessons: 'change' as const,
      allow_unusual: true,
    },
  };
  const refused = await admin.refused(updateClass, moved);
  expect(refused).toMatchObject({ code: 'host_booked' });
  expect(JSON.stringify(refused)).toContain(other.className);
  await admin.call(updateClass, { ...moved, body: { ...moved.body, allow_host_overlap: true } });
});
