import { campaigns, leadSources } from '../data/lead-sources.ts';
import names from '../data/names.json' with { type: 'json' };
import { createNames } from '../names.ts';
import { createRandom } from '../random.ts';
import { leadSourceOf } from './order-sql.ts';
import type { Calendar } from './class-sql.ts';
import { below, chance, idFor, instant, literal, pickFrom, textArray, weighted } from './sql.ts';

const differentNames = 6000;
const levels = [
  ...[3, 4, 5, 6].map((year) => `primary-${year}`),
  ...[1, 2, 3, 4].map((year) => `secondary-${year}`),
  'junior-college-1',
  'junior-college-2',
];
const schools = names.schools.map((school) => school.name);

/** Names to be given to students; several students share one, their addresses differ. */
export const stageNames = (seed: number) => {
  const source = createNames(createRandom(seed));
  const people = Array.from({ length: differentNames }, (_, no) => {
    const { name, slug, gender, language, phoneCode, parent } = source.next();
    return {
      no,
      name,
      slug,
      gender,
      language,
      code: phoneCode,
      salute: parent.salute,
      parent: parent.name,
    };
  });
  return {
    text: `
      create temp table large_names on commit drop as
      select * from jsonb_to_recordset($1::jsonb) as person (
        no int, name text, slug text, gender text, language text, code text, salute text, parent text)`,
    values: [JSON.stringify(people)],
  };
};

/** Students with the time at which they joined, which is before their first order. */
export const stageStudents = ({ today }: Calendar, students: number) => `
  create temp table large_students on commit drop as
  select no, ${idFor('joined', `'student ' || no`)} as id, joined, first_purchase, ${leadSourceOf('no')} as lead_source
  from generate_series(0, ${students - 1}) as no
  left join (
    select student_no, min(created) as first_order,
      min(created) filter (where type <> 'TRIAL' and status <> 'CANCELLED') as first_purchase
    from large_orders group by student_no) o on o.student_no = no
  cross join lateral (
    select date_trunc('second', coalesce(first_order - interval '60 days' * ${chance('no', 2)} ^ 2 - interval '5 minutes',
      ${instant(today)} - interval '1100 days' * ${chance('no', 3)} - interval '1 hour')) as joined) j
  order by joined, no`;

const mediumOf = () =>
  `case s.lead_source ${leadSources
    .flatMap(([source]) => {
      const paid = campaigns[source];
      return paid ? [`when ${literal(source)} then ${literal(paid.medium)}`] : [];
    })
    .join(' ')} end`;

const phone = `case p.code
  when '86' then '13' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  when '1' then '20255501' || lpad(${below(100, 's.no', 4)}::text, 2, '0')
  when '62' then '81' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  else (8 + ${below(2, 's.no', 5)})::text || (1 + ${below(8, 's.no', 6)})::text || lpad(${below(1_000_000, 's.no', 4)}::text, 6, '0') end`;

export const insertStudents = `
  insert into users (id, type, email, name, phone_country_code, phone, email_verified, phone_verified, referral_code,
    lead_source, lead_medium, first_purchased_on, gender, date_of_birth, level, school, first_language,
    parent_salute, parent_name, parent_email, parent_phone_country_code, parent_phone, contact_preference, created, updated)
  select s.id, 'Student', p.slug || s.no || '@example.com', p.name, p.code, ph.phone, ${chance('s.no', 7)} < 0.85,
    ${chance('s.no', 8)} < 0.7, 'R' || upper(to_hex(s.no + 65536)), s.lead_source, ${mediumOf()}, s.first_purchase, p.gender,
    date '2008-01-01' + ${below(4000, 's.no', 9)}, ${weighted(
      levels.map((level, index) => [literal(level), index < 4 ? 3 : index < 8 ? 2 : 1] as const),
      's.no',
      10,
    )},
    ${pickFrom(textArray(schools), schools.length, 's.no', 11)}, p.language, p.salute, p.parent,
    case when ${chance('s.no', 12)} < 0.94 then 'parent' || s.no || '@example.org' end, p.code, ph.phone,
    case when p.code = '86' then jsonb_build_object('whatsapp', false, 'wechat', true, 'wechat_id', 'wx_' || s.no)
      else '{"whatsapp": true, "wechat": false}'::jsonb end,
    s.joined, s.joined
  from large_students s
  join large_names p on p.no = ${below(differentNames, 's.no', 13)}
  cross join lateral (select ${phone} as phone) ph`;
