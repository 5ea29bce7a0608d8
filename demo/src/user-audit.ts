import { below, chance, idArray, idFor, instant, textArray } from './sql.ts';

type Person = { id: string; name: string };
type Timelines = {
  today: number;
  /** The part of the students whose records were changed after they came. */
  changed: number;
  /** Records that were never changed have a timeline too: who made them. */
  everyone: boolean;
  admins: readonly Person[];
  /** The staff who change students' records. */
  clerks: readonly Person[];
};

const json = (field: string, value: string) => `jsonb_build_object('${field}', ${value})`;
const change = (when: string, from: string, to: string, parent?: string) => {
  const within = (value: string) => (parent ? json(parent, value) : value);
  return `${when}, ${within(from)}, ${within(to)}`;
};
const fieldChange = (when: string, field: string, from: string, parent?: string) =>
  change(when, json(field, from), json(field, `u.${field}`), parent);

/** Changes that end at what the record says now: of students, and of accounts with settings. */
const changes = [
  change(
    `u.level ~ '-[2-9]$'`,
    json('level', `left(u.level, -1) || right(u.level, 1)::int - 1`),
    json('level', 'u.level'),
  ),
  fieldChange('u.school is not null', 'school', `''`),
  fieldChange(
    `u.parent_name is not null and not u.contact_preference ? 'whatsapp'`,
    'contact_preference',
    `'{"whatsapp": true}'::jsonb`,
    'parent',
  ),
  fieldChange(`u.type = 'Student' and u.background <> ''`, 'background', `''`, 'meta'),
  change(
    'u.parent_phone is not null',
    json(
      'phone',
      `left(u.parent_phone, -2) || translate(right(u.parent_phone, 2), '0123456789', '1234567890')`,
    ),
    json('phone', 'u.parent_phone'),
    'parent',
  ),
  ...['acts_as', 'lead_source_scope'].map((field) =>
    fieldChange(`u.${field} is not null`, field, 'null::text', 'account'),
  ),
  fieldChange('cardinality(u.extra_routes) > 0', 'extra_routes', `'[]'::jsonb`, 'account'),
  fieldChange('not u.enabled', 'enabled', 'true'),
];

/** Inserts how records came to be: who made each, and the changes of some, with the last change's version and time. */
export const insertUserAudit = ({ today, changed, everyone, admins, clerks }: Timelines) => {
  const people = [...admins, ...clerks];
  const insert =
    'insert into audit_log (id, at, actor_id, actor_name, address, request_id, action, entity, entity_id, before, after)';
  const actor = `(${idArray(people.map(({ id }) => id))})[who], coalesce((${textArray(people.map(({ name }) => name))})[who], 'Web shop')`;
  const anAdmin = (salt: number) => `1 + ${below(admins.length, 'no', salt)}`;
  return [
    `create temp table changed_users on commit drop as
     select id, no, turn, before, after, case type when 'Student' then ${admins.length} + 1 + ${below(clerks.length, 'no # turn', 94)}
         else ${anAdmin(94)} end as who,
       date_trunc('milliseconds', created + (${instant(today)} - created) * (1 - 0.65 ^ (turn + 0.8 * ${chance('no', 91)}))) as at
     from (
       select u.id, u.type, u.created, h.no, c.before, c.after,
         row_number() over (partition by u.id order by hashtextextended(u.id::text, c.kind)) as turn
       from users u
       cross join lateral (select hashtextextended(u.id::text, 90) as no) h
       cross join lateral (values ${changes.map((one, kind) => `(${kind}, ${one})`).join(', ')}) as c (kind, applies, before, after)
       where c.applies and (u.type <> 'Student' or ${chance('h.no', 92)} < ${changed})) drawn
     where type <> 'Student' or turn <= 1 + ${below(3, 'no', 93)}`,
    `${insert}
     select ${idFor('created', `'user made ' || id`)}, created, ${actor}, '127.0.0.1', 'demo-' || id, 'user.created', 'user', id, null,
       jsonb_strip_nulls(jsonb_build_object('_type', type, 'email', email, 'name', name, 'phone_country_code', phone_country_code,
         'phone', phone, 'lead_source', case when lead_source is not null then ${json('source', 'lead_source')} end))
     from users
     cross join lateral (select hashtextextended(id::text, 95) as no) h
     cross join lateral (select case when type <> 'Student' or ${chance('no', 96)} < 0.4 then ${anAdmin(97)} end as who) w
     where ${everyone} or id in (select id from changed_users)`,
    `${insert}
     select ${idFor('at', `'user changed ' || id || turn`)}, at, ${actor}, '127.0.0.1', 'demo-' || id || '-' || turn, 'user.updated', 'user', id, before, after
     from changed_users`,
    `update users u set version = 1 + c.turns, updated = c.last
     from (select id, max(turn) as turns, max(at) as last from changed_users group by id) c where c.id = u.id`,
  ];
};
