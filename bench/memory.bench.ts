import { execFileSync } from 'node:child_process';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const clients = 16;
const requests = 20_000;
const more = 10_000;

/** Memory of the server after very many requests of every kind, and its growth after further ones. */
export const measureMemory = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const paths = await everyKind(dataset);
  await ask(server, paths, requests);
  const after = residentOf(server.pid);
  log(`after ${requests} requests: ${Math.round(after)} MB`);
  await ask(server, paths, more);
  const later = residentOf(server.pid);
  log(`after ${more} more: ${Math.round(later)} MB`);
  return [
    {
      what: `Resident after ${requests} mixed requests`,
      value: after,
      unit: 'MB',
      bar: 250,
      atLeast: false,
    },
    {
      what: `Resident after ${more} more`,
      value: later,
      unit: 'MB',
      bar: 250,
      atLeast: false,
    },
  ];
};

const ask = async (server: ServerUnderLoad, paths: readonly string[], count: number) => {
  let next = 0;
  const client = async () => {
    for (let index = next++; index < count; index = next++)
      await server.call(paths[index % paths.length] ?? '/me');
  };
  await Promise.all(Array.from({ length: clients }, client));
};

/** Lists with many pages and filters, records and their timelines, of various students, classes and lessons. */
const everyKind = async (dataset: Dataset): Promise<string[]> => {
  const ids = await dataset.rows<{ student: string; lesson: string; class: string; order: string }>(
    `select orders.student_id as student, lessons.id as lesson, orders.class_id as class, orders.id as order
     from orders join lessons on lessons.id = orders.lesson_ids[1]
     order by orders.id desc limit 200`,
  );
  const filtered = (filter: object, query: Record<string, string> = {}) =>
    new URLSearchParams({ filter: JSON.stringify(filter), ...query }).toString();
  return ids.flatMap((one, index) => [
    '/me',
    '/admin/home',
    `/admin/order?${filtered({ status: 'PROCESSED' }, { offset: String(index * 20) })}`,
    `/admin/order?${filtered({ created_by: one.student })}`,
    `/admin/order/${one.order}`,
    `/admin/user?${filtered({ _type: 'Student', search: { regex: `tan ${index}` } })}`,
    `/admin/user?${filtered({ _type: 'Student' }, { max: '200', offset: String(index * 200) })}`,
    `/admin/user/${one.student}`,
    `/admin/audit/user/${one.student}`,
    `/admin/credit?created_by=${one.student}`,
    `/admin/lesson/student/${one.student}`,
    `/admin/class?${filtered({ name: { regex: 'math' } }, { offset: String(index) })}`,
    `/admin/class/${one.class}`,
    `/admin/lesson?${filtered({ class: one.class }, { max: '100' })}`,
    `/admin/lesson/${one.lesson}`,
    `/admin/lesson/${one.lesson}/roster`,
    `/admin/discountcode/general?${filtered({ status: 'Active' })}`,
  ]);
};

/** Resident memory in megabytes, as the system reports it. */
const residentOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
