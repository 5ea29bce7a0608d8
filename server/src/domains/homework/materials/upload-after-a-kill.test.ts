import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  getMaterialUpload,
  startMaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aLibraryFile } from '../../../../test/factories/homework.factory.ts';
import { forgetHeartbeats, startWorker } from '../../../../test/own-process.ts';

// This process only queues jobs; workers that can be killed run them.
const app = useOwnTestApp();
vi.setConfig({ testTimeout: 120_000 });

/** Enough files that a run is still active when its worker is killed. */
const files = 80;
const classes = 3;

test('an upload that is killed half-way and restarted attaches each file once', async () => {
  // The worker processes use the real time.
  app.clock.setTo(new Date());
  for (let count = 0; count < classes; count += 1) {
    const { id } = await aClass(app, { levels: ['primary-6'] });
    await aLesson(app, id, { term: 1, lessonIndex: 3 });
  }
  for (let index = 0; index < files; index += 1)
    await aLibraryFile(app, 'mathematics', `P6 T1 L3 Homework ${index}.pdf`);
  const admin = await app.as('Admin');
  const start = () => admin.call(startMaterialUpload, { params: { id: 'mathematics' } });
  const { _id } = (await start()).data;
  const read = async () => (await admin.call(getMaterialUpload, { params: { id: _id } })).data;
  const untilDone = (count: number) =>
    vi.waitFor(async () => expect((await read()).done.files).toBeGreaterThanOrEqual(count), {
      timeout: 100_000,
      interval: 20,
    });

  const { materials } = app.settings;
  const startUploader = () =>
    startWorker(app, { MATERIALS_DIR: 'folder' in materials ? materials.folder : '' });

  const first = await startUploader();
  await untilDone(20);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const killed = await read();
  expect(killed.state).toBe('running');
  expect(killed.done.files).toBeLessThan(files);
  await forgetHeartbeats(app);
  // Another start of the same folder returns the existing run.
  expect((await start()).data._id).toBe(_id);

  const [second] = await Promise.all([startUploader(), startUploader()]);
  await untilDone(Math.min(files - 1, killed.done.files + 20));
  second.kill('SIGKILL');
  await once(second, 'exit');
  await forgetHeartbeats(app);
  await untilDone(files);

  await vi.waitFor(async () => expect((await read()).state).toBe('done'), 20_000);
  expect(await read()).toMatchObject({
    total: files,
    done: {
      files,
      attached: files * classes,
      homework: files * classes,
      outcomes: { attached: files },
    },
  });
  const { rows } = await app.database.db.execute(sql`
    select (select count(*)::int from materials) as materials,
      (select count(*)::int from lesson_materials) as places,
      (select count(*)::int from homework) as homework,
      (select count(distinct (lesson_id, material_id))::int from homework) as different,
      (select count(*)::int from audit_log where action = 'lesson.materialAttached') as noted`);
  expect(rows[0]).toEqual({
    materials: files,
    places: files * classes,
    homework: files * classes,
    different: files * classes,
    noted: files * classes,
  });
});
