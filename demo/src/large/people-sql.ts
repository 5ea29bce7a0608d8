import { createRandom } from '../random.ts';
import { below, chance, idFor, instant } from '../sql.ts';
import { createStudents } from '../students.ts';
import type { Calendar } from './class-sql.ts';

const modelCount = 6000;

/** The facts that students share with their model. */
const facts = [
  'type',
  'name',
  'phone_country_code',
  'email_verified',
  'phone_verified',
  'lead_source',
  'lead_medium',
  'lead_campaign',
  'lead_meta',
  'gender',
  'date_of_birth',
  'level',
  'school',
  'first_language',
  'background',
  'parent_salute',
  'parent_name',
  'parent_phone_country_code',
  'contact_preference',
];

/** Students of the demo as models: several students have the facts of one; addresses, phones and times differ. */
export const stageModels = ({ today }: Calendar, seed: number) => ({
  text: `
    create temp table large_models on commit drop as
    select (ordinality - 1)::int as no, rtrim(split_part(email, '@', 1), '0123456789') as address, ${facts.join(', ')}
    from jsonb_populate_recordset(null::users, $1::jsonb) with ordinality`,
  values: [JSON.stringify(createStudents(createRandom(seed), today, modelCount).rows)],
});

/** Students with the time at which they joined, which is before their first order. */
export const stageStudents = ({ today }: Calendar, students: number) => `
  create temp table large_students on commit drop as
  select s.no, ${idFor('joined', `'student ' || s.no`)} as id, joined, first_purchase, m.no as model, m.lead_source
  from generate_series(0, ${students - 1}) as s (no)
  join large_models m on m.no = ${below(modelCount, 's.no', 13)}
  left join (
    select student_no, min(created) as first_order,
      min(created) filter (where type <> 'TRIAL' and status <> 'CANCELLED') as first_purchase
    from large_orders group by student_no) o on o.student_no = s.no
  cross join lateral (
    select date_trunc('second', coalesce(first_order - interval '60 days' * ${chance('s.no', 2)} ^ 2 - interval '5 minutes',
      ${instant(today)} - interval '1100 days' * ${chance('s.no', 3)} - interval '1 hour')) as joined) j
  order by joined, s.no`;

const phone = `case m.phone_country_code
  when '86' then '13' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  when '1' then '20255501' || lpad(${below(100, 's.no', 4)}::text, 2, '0')
  when '62' then '81' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  else (8 + ${below(2, 's.no', 5)})::text || (1 + ${below(8, 's.no', 6)})::text || lpad(${below(1_000_000, 's.no', 4)}::text, 6, '0') end`;

export const insertStudents = `
  insert into users (${facts.join(', ')}, id, email, phone, referral_code, referred_by, first_purchased_at,
    parent_email, parent_phone, created, updated)
  select ${facts.map((name) => `m.${name}`).join(', ')}, s.id, m.address || s.no || '@example.com', ph.phone,
    'R' || upper(to_hex(s.no + 65536)), r.id, s.first_purchase,
    case when ${chance('s.no', 12)} < 0.94 then 'parent' || s.no || '@example.org' end, ph.phone,
    s.joined, s.joined
  from large_students s
  join large_models m on m.no = s.model
  left join large_students r
    on s.lead_source = 'Referral' and r.no = ${below('s.no', 's.no', 23)} and r.joined < s.joined
  cross join lateral (select ${phone} as phone) ph`;
