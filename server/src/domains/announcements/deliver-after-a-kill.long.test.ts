import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { getAnnouncement } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { forgetHeartbeats, startWorker } from '../../../test/own-process.ts';

// This process only queues jobs; workers that can be killed send the messages.
const app = useOwnTestApp();
vi.setConfig({ testTimeout: 300_000 });

/** Enough messages that a kill interrupts some; set `KILL_TEST_STUDENTS` for a longer test. */
const total = Number(process.env['KILL_TEST_STUDENTS'] ?? 60);

test('every student has exactly one Message-ID on a server that refuses one in ten, with the worker killed twice', async () => {
  app.clock.setTo(new Date());
  let asked = 0;
  const mail = await startMailServer({
    // The server defers one in ten; a killed worker leaves some messages unfinished.
    atRecipient: () => ((asked += 1) % 10 === 0 ? 451 : undefined),
  });
  const { lesson, students } = await aLessonWith(app, pupils(total));
  const { _id } = await anAnnouncement(app, lesson.id);
  const admin = await app.as('Admin');
  const counts = async () =>
    (await admin.call(getAnnouncement, { params: { announcementId: _id } })).data.counts;
  /** The list never reports more messages as sent than the server has received. */
  const truthful = async () => {
    const said = await counts();
    expect(said.sent).toBeLessThanOrEqual(new Set(mail.taken.map(({ to }) => to)).size);
    expect(said.sent + said.pending).toBe(total);
    return said;
  };
  const untilSent = async (least: number) => {
    for (const end = Date.now() + 250_000; (await truthful()).sent < least;) {
      if (Date.now() > end) throw new Error(`Only ${JSON.stringify(await counts())}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  for (const share of [0.25, 0.6]) {
    const worker = await startWorker(app, { SMTP_URL: mail.url });
    await untilSent(Math.floor(total * share));
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect((await truthful()).sent).toBeLessThan(total);
    await forgetHeartbeats(app);
  }
  await startWorker(app, { SMTP_URL: mail.url });
  await untilSent(total);

  expect(await counts()).toEqual({ sent: total, failed: 0, pending: 0, unknown: 0 });
  const idsOf = Map.groupBy(mail.taken, ({ to }) => to);
  expect([...idsOf.keys()].toSorted()).toEqual(students.map(({ email }) => email).toSorted());
  for (const taken of idsOf.values())
    expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(1);
  expect(new Set(mail.taken.map(({ messageId }) => messageId)).size).toBe(total);
});
