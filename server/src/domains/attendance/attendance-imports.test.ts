import { expect, test } from 'vitest';
import {
  getLessonAttendance,
  importAttendance,
  listAttendanceImports,
  undoAttendanceImport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../test/factories/announcement.factory.ts';
import { aRoom, aStay, zoomFile } from '../../../test/factories/attendance.factory.ts';
import type { Api } from '../../../test/stage.ts';

const app = useTestApp();

type Lesson = { id: string; scheduledAt: Date };
type People = Parameters<typeof zoomFile>[1];

const importing = (lesson: Lesson, people: People, file_name = 'participants.csv') => ({
  params: { id: lesson.id },
  body: { file_name, rows: zoomFile(lesson, people) },
});

const namesIn = async (api: Api, { id }: Lesson) =>
  (await api.call(getLessonAttendance, { params: { id } })).data.attendees
    .map(({ name }) => name)
    .toSorted();

const importsOf = async (api: Api, { id }: Lesson) =>
  (await api.call(listAttendanceImports, { params: { id } })).data;

const undo = (api: Api, lesson: Lesson, importId: string) =>
  api.call(undoAttendanceImport, { params: { id: lesson.id, importId } });

test('an import is listed with its file and user, and can be undone once, as one action', async () => {
  const { lesson } = await aLessonWith(app, pupils(1));
  await aStay(app, lesson, { name: 'Before' });
  const admin = await app.as('Admin', { name: 'Nadia Tan' });
  await admin.call(importAttendance, importing(lesson, [{ name: 'iPad' }, { name: 'iPhone' }]));
  const [imported] = await importsOf(admin, lesson);
  expect(imported).toMatchObject({
    file_name: 'participants.csv',
    source: 'zoom',
    rows: 2,
    added: 2,
    by: 'Nadia Tan',
    undone: null,
  });
  const undone = (await undo(admin, lesson, imported!._id)).data;
  expect(undone.undone).toMatchObject({ by: 'Nadia Tan' });
  expect(await namesIn(admin, lesson)).toEqual(['Before']);
  expect((await undo(admin, lesson, imported!._id)).data).toEqual(undone);
  const steps = await admin.call(listLessonChanges, { params: { id: lesson.id } });
  expect(steps.data.map(({ action }) => action).filter((each) => /attendance/.test(each))).toEqual([
    'lesson.attendanceImportUndone',
    'lesson.attendanceImported',
  ]);
  // A file can be imported again after an undo.
  const again = await admin.call(importAttendance, importing(lesson, [{ name: 'iPad' }]));
  expect(again.data.added).toBe(1);
});

test('undoing a file keeps the rows that are in another file or were there before it', async () => {
  const { lesson } = await aLessonWith(app, pupils(1));
  await aStay(app, lesson, { name: 'Before' });
  const admin = await app.as('Admin');
  await admin.call(importAttendance, importing(lesson, [{ name: 'One' }, { name: 'Two' }], 'a'));
  const second = [{ name: 'Before' }, { name: 'Two' }, { name: 'Three' }];
  await admin.call(importAttendance, importing(lesson, second, 'b'));
  const [latest, first] = await importsOf(admin, lesson);
  expect([latest!.file_name, latest!.added, first!.file_name]).toEqual(['b', 1, 'a']);
  await undo(admin, lesson, first!._id);
  expect(await namesIn(admin, lesson)).toEqual(['Before', 'Three', 'Two']);
  await undo(admin, lesson, latest!._id);
  expect(await namesIn(admin, lesson)).toEqual(['Before']);
});

test('a file with nothing new is not listed as an import', async () => {
  const { lesson } = await aLessonWith(app, pupils(1));
  const admin = await app.as('Admin');
  await admin.call(importAttendance, importing(lesson, [{ name: 'One' }]));
  await admin.call(importAttendance, importing(lesson, [{ name: 'One' }]));
  expect(await importsOf(admin, lesson)).toHaveLength(1);
});

test('an import of another lesson is not found, and an undo needs the right to correct', async () => {
  const { lesson } = await aLessonWith(app, pupils(1));
  const { lesson: other } = await aLessonWith(app, pupils(1));
  const admin = await app.as('Admin');
  await admin.call(importAttendance, importing(lesson, [{ name: 'One' }]));
  const importId = (await importsOf(admin, lesson))[0]!._id;
  const statusFor = async (api: Api, id: string) =>
    (await api.refused(undoAttendanceImport, { params: { id, importId } })).status;
  expect(await statusFor(admin, other.id)).toBe(404);
  expect(await statusFor(await app.as('SalesAdmin'), lesson.id)).toBe(403);
});

test('a webinar report with another ID is refused; people who only waited are left out', async () => {
  const { lesson, students } = await aLessonWith(app, pupils(1));
  await aRoom(app, lesson);
  const admin = await app.as('Admin');
  const email = students[0]!.email;
  const at = (minutes: number) =>
    new Date(lesson.scheduledAt.getTime() + minutes * 60_000).toLocaleString('en-US', {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: app.settings.businessTimeZone,
    });
  const report = (webinar: string) => ({
    params: { id: lesson.id },
    body: {
      file_name: 'attendee_843.csv',
      rows: [
        ['Attendee Report'],
        ['Topic', 'Webinar ID'],
        ['Fractions', webinar],
        ['Host Details'],
        ['Attended', 'User Name (Original Name)', 'Email', 'Join Time', 'Leave Time'],
        ['Yes', 'Room 3', 'room3@example.net', at(-8), at(120)],
        ['Attendee Details'],
        [
          'Attended',
          'User Name (Original Name)',
          'Email',
          'Join Time',
          'Leave Time',
          'In Waiting Room',
        ],
        ['Yes', 'Pupil', email, at(0), at(118), 'No'],
        ['Yes', 'Waiting', 'waits@example.com', at(0), at(2), 'Yes'],
        ['No', 'Absent', 'absent@example.com', '--', '--', ''],
      ],
    },
  });
  expect((await admin.refused(importAttendance, report('999 8887 7766'))).body).toMatchObject({
    message: {
      errors: [
        { message: 'This file is of meeting 99988877766; the lesson has meeting 84322107765.' },
      ],
    },
  });
  await admin.call(importAttendance, report('843 2210 7765'));
  expect(await namesIn(admin, lesson)).toEqual(['Pupil', 'Room 3']);
});
