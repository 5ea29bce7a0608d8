import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { cpuTimeOf } from './cpu-time.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const students = 10_000;

/** An announcement to 10,000 students: the time to accept it, and the send rate to a mail server on loopback. */
export const measureAnnouncing = async (
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const mail = await startMailServer();
  const server = await startServerUnderLoad(dataset, { SMTP_URL: mail.url });
  try {
    const lessonId = await aLessonOfMany(dataset);
    const idle = cpuTimeOf([server.pid, dataset.postmaster]);
    const began = performance.now();
    await server.call(`/admin/config/announcement/lesson/${lessonId}/email/student`, {
      method: 'POST',
      key: `bench-${began}`,
      body: { subject: 'Saturday', content: '<p>The lesson starts at <strong>14:30</strong>.</p>' },
    });
    const accepted = performance.now() - began;
    const before = cpuTimeOf([server.pid, dataset.postmaster]);
    while (mail.taken() < students) await new Promise((resolve) => setTimeout(resolve, 50));
    const after = cpuTimeOf([server.pid, dataset.postmaster]);
    const rate = (students * 1000) / (performance.now() - began - accepted);
    log(
      `an announcement to ${students}: accepted in ${Math.round(accepted)} ms, ${Math.round(rate)}/s`,
    );
    return [
      {
        what: 'An announcement to 10,000 students is accepted in',
        value: accepted,
        unit: 'ms',
        bar: 2000,
        atLeast: false,
        cpu: idle && before && before - idle,
      },
      {
        what: 'Its e-mails leave to a local SMTP server at',
        value: rate,
        unit: '/s',
        bar: 300,
        atLeast: true,
        cpu: before && after && (after - before) / students,
      },
    ];
  } finally {
    await server.stop();
    await mail.close();
  }
};

const startMailServer = async () => {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => {
      stream.on('end', () => {
        taken += 1;
        callback();
      });
      stream.resume();
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
};

/** A lesson with 10,000 new students. */
const aLessonOfMany = async (dataset: Dataset): Promise<string> => {
  const client = new pg.Client({ connectionString: dataset.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from lessons order by id limit 1',
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `with people as (
         insert into users (id, type, email, name, created, updated)
         select gen_random_uuid(), 'Student', 'many.' || n || '@example.com', 'Student ' || n, now(), now()
         from generate_series(1, $2::int) n returning id)
       insert into roster_sources (id, lesson_id, student_id, kind, added_by, created)
       select gen_random_uuid(), $1::uuid, people.id, 'PAYMENT', (select id from users where type = 'Admin' limit 1), now()
       from people`,
      [id, students],
    );
    await client.query('delete from roster_sources where lesson_id = $1 and order_id is not null', [
      id,
    ]);
    await client.query('analyze users, roster_sources');
    return id;
  } finally {
    await client.end();
  }
};
