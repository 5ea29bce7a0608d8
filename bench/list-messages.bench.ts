import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

const recipients = 10_000;

/** Delivery states of an announcement to 10,000 students, its download, and the messages of a student. */
export const measureMessages = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { announcement, lesson, student } = await anAnnouncementToMany(dataset);
  const root = '/admin/config/announcement';
  const list = `${root}/${announcement}/delivery`;
  return [
    ...(await measureDefaultViews(
      dataset,
      [
        { what: 'Announcements of a lesson', path: `${root}/lesson/${lesson}` },
        { what: 'Deliveries, default view', path: list },
        { what: 'Messages of a student', path: `${root}/student/${student}` },
      ],
      log,
    )),
    ...(await measureViews(
      { server, dataset },
      { list: 'Deliveries', path: list },
      [
        ['deep page', {}, { offset: '9000' }],
        ['by name', {}, { sortBy: 'name', offset: '5000' }],
        ['failed', { state: 'failed' }],
        ['name or address', { search: { regex: 'tan' } }],
        ['of a group', { group: 'trial_student' }],
      ],
      log,
    )),
    await measureFirstByte(server, `${list}?max=20`, 'Deliveries as CSV', log),
  ];
};

const rounds = 20;

/** Time until a download begins. */
const measureFirstByte = async (
  { address, token }: ServerUnderLoad,
  path: string,
  what: string,
  log: (line: string) => void,
): Promise<Figure> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${address}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
    if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`);
    const reader = answer.body.getReader();
    await reader.read();
    samples.push(performance.now() - began);
    await reader.cancel();
  }
  log(`${what}: first byte after ${Math.round(percentile(samples, 0.5))} ms`);
  return {
    what: `${what}: first byte, p95 at one connection`,
    value: percentile(samples, 0.95),
    unit: 'ms',
    bar: 300,
    atLeast: false,
  };
};

/** An announcement to 10,000 students with some refusals; a lesson with a usual one, and the student with the most. */
const anAnnouncementToMany = async (dataset: Dataset) => {
  const [made] = await dataset.rows<{ id: string }>(`
    insert into announcements (id, lesson_id, method, groups, subject, content, sent_by, created)
    select gen_random_uuid(), l.id, 'email', '{student,trial_student}', 'Saturday starts at 14:30', '<p>Please come.</p>',
      (select id from users where type = 'Admin' order by id limit 1), now()
    from (select lesson_id as id from announcements order by lesson_id limit 1) l
    returning id`);
  const announcement = made?.id ?? '';
  await dataset.rows(
    `with people as (select id, email, row_number() over (order by id) as n from users where type = 'Student' limit $2),
     sent as (
       insert into announcement_deliveries (id, announcement_id, address, state, tries, via, error, updated)
       select gen_random_uuid(), $1, email, case when n % 50 = 0 then 'failed' else 'sent' end, 1, 'smtp',
         case when n % 50 = 0 then '550 5.1.1 mailbox unavailable' end, now()
       from people returning id, address)
     insert into announcement_recipients (id, announcement_id, student_id, recipient_group, address_of, delivery_id, created)
     select gen_random_uuid(), $1, people.id, case when n % 10 = 0 then 'trial_student' else 'student' end, 'student', sent.id, now()
     from people join sent on sent.address = people.email`,
    [announcement, recipients],
  );
  await dataset.rows(
    'vacuum (analyze) announcements, announcement_deliveries, announcement_recipients',
  );
  const [found] = await dataset.rows<{ student: string; lesson: string }>(
    `select
       (select student_id from announcement_recipients group by student_id order by count(*) desc, student_id limit 1) as student,
       (select lesson_id from announcements order by lesson_id desc limit 1) as lesson`,
  );
  return { announcement, lesson: found?.lesson ?? '', student: found?.student ?? '' };
};
