import type { People } from './order-sql.ts';
import { below, idArray, idFor, textArray } from '../sql.ts';

/** How the changed records came to be what they are. */
export const insertUserAudit = ({ admins }: People) => `
  insert into audit_log (id, at, actor_id, actor_name, address, request_id, action, entity, entity_id, before, after)
  select ${idFor('a.at', `'user ' || s.no || ' ' || a.step`)}, a.at, admin.id, admin.name, '127.0.0.1', 'demo',
    'user.' || a.action, 'user', s.id, a.before, a.after
  from large_students s
  join large_models m on m.no = s.model
  cross join lateral (values
    (1, s.joined, 'created', null::jsonb, jsonb_build_object('_type', 'Student', 'lead_source',
      jsonb_build_object('source', s.lead_source))),
    (2, s.changed, 'updated', jsonb_build_object('school', ''), jsonb_build_object('school', m.school))
  ) as a (step, at, action, before, after)
  cross join lateral (
    select (${idArray(admins.map((one) => one.id))})[who] as id, (${textArray(admins.map((one) => one.name))})[who] as name
    from (select 1 + ${below(admins.length, 's.no', 25)} as who) w) admin
  where s.changed is not null`;
