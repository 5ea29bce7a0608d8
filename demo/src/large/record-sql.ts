import { creditRemarks } from '../data/remarks.ts';
import type { Calendar } from './class-sql.ts';
import type { People } from './order-sql.ts';
import { changedAt, isChanged, schoolBefore, schoolNow } from './people-sql.ts';
import { below, chance, idArray, idFor, instant, pickFrom, textArray } from './sql.ts';

/** How the changed records came to be what they are. */
export const insertUserAudit = (calendar: Calendar, { admins }: People) => `
  insert into audit_log (id, at, actor_id, actor_name, address, request_id, action, entity, entity_id, before, after)
  select ${idFor('a.at', `'user ' || s.no || ' ' || a.step`)}, a.at, admin.id, admin.name, '127.0.0.1', 'demo',
    'user.' || a.action, 'user', s.id, a.before, a.after
  from large_students s
  cross join lateral (values
    (1, s.joined, 'created', null::jsonb, jsonb_build_object('_type', 'Student', 'lead_source',
      jsonb_build_object('source', s.lead_source))),
    (2, ${changedAt(calendar)}, 'updated', jsonb_build_object('school', ${schoolBefore}),
      jsonb_build_object('school', ${schoolNow}))
  ) as a (step, at, action, before, after)
  cross join lateral (
    select (${idArray(admins.map((one) => one.id))})[who] as id, (${textArray(admins.map((one) => one.name))})[who] as name
    from (select 1 + ${below(admins.length, 's.no', 25)} as who) w) admin
  where ${isChanged}`;

/** The part of the students who have credit, with one to four entries each. */
const shareWithCredit = 0.05;
const remarkOf = (action: keyof typeof creditRemarks) =>
  pickFrom(textArray(creditRemarks[action]), creditRemarks[action].length, 's.no', 26);

/** Ledgers that never fall below zero: what is redeemed was added just before. */
export const insertCredit = ({ today }: Calendar, { admins }: People) => `
  insert into credit_entries (id, student_id, position, action, qty, remark, handled_by, created)
  select ${idFor('t.at', `'credit ' || s.no || ' ' || e.step`)}, s.id, e.step, e.action, e.qty, e.remark,
    ${pickFrom(idArray(admins.map((one) => one.id)), admins.length, 's.no', 27)}, t.at
  from large_students s
  cross join lateral (select 1 + ${below(4, 's.no', 28)} as added) a
  cross join lateral (values
    (1, 'ADD', a.added, ${remarkOf('ADD')}),
    (2, 'REDEEM', 1 + ${below('a.added', 's.no', 29)}, ${remarkOf('REDEEM')}),
    (3, 'ADD', 1 + ${below(2, 's.no', 30)}, ${remarkOf('ADD')}),
    (4, 'BLOCK', 1, ${remarkOf('BLOCK')})
  ) as e (step, action, qty, remark)
  cross join lateral (
    select date_trunc('second', s.joined + (${instant(today)} - s.joined) * (e.step / 5.0)) as at) t
  where ${chance('s.no', 31)} < ${shareWithCredit} and e.step <= 1 + ${below(4, 's.no', 32)}`;
