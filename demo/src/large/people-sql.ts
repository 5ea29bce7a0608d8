import { campaigns, leadSources, type LeadSource } from '../data/lead-sources.ts';
import names from '../data/names.json' with { type: 'json' };
import { backgrounds, landingPages, otherChannels } from '../data/person-texts.ts';
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

/** An expression for students of each paid channel, nothing for the others. */
const ofPaid = (
  expression: (source: LeadSource, paid: { medium: string; campaigns: string[] }) => string,
) =>
  `case s.lead_source ${leadSources
    .flatMap(([source]) => {
      const paid = campaigns[source];
      return paid ? [`when ${literal(source)} then ${expression(source, paid)}`] : [];
    })
    .join(' ')} end`;

const medium = ofPaid((_source, paid) => literal(paid.medium));
const campaign = ofPaid((_source, paid) =>
  pickFrom(textArray(paid.campaigns), paid.campaigns.length, 's.no', 14),
);
const landingPage = ofPaid((source) => {
  const pages = landingPages[source] ?? ['/'];
  return pickFrom(textArray(pages), pages.length, 's.no', 15);
});

const contactPreference = `case
  when p.code = '86' or (p.language = 'Chinese' and ${chance('s.no', 16)} < 0.4)
    then jsonb_build_object('wechat', true, 'wechat_id', 'wx_' || s.no)
  when ${chance('s.no', 17)} < 0.04
    then jsonb_build_object('other', ${pickFrom(textArray(otherChannels), otherChannels.length, 's.no', 18)})
  when ${chance('s.no', 17)} < 0.09 then '{}'
  else '{"whatsapp": true}' end`;

const background = `case when ${chance('s.no', 19)} < 0.1
  then ${pickFrom(textArray(backgrounds), backgrounds.length, 's.no', 20)} else '' end`;

/** Whose record was changed once after the student came, when, and between which schools. */
const changedEvery = 25;
export const isChanged = `s.no % ${changedEvery} = 0`;
export const changedAt = ({ today }: Calendar) =>
  `date_trunc('second', s.joined + (${instant(today)} - s.joined) * ${chance('s.no', 21)})`;
const schoolFrom = (salt: number) => pickFrom(textArray(schools), schools.length, 's.no', salt);
export const schoolNow = schoolFrom(11);
export const schoolBefore = schoolFrom(24);

const phone = `case p.code
  when '86' then '13' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  when '1' then '20255501' || lpad(${below(100, 's.no', 4)}::text, 2, '0')
  when '62' then '81' || lpad(${below(1_000_000_000, 's.no', 4)}::text, 9, '0')
  else (8 + ${below(2, 's.no', 5)})::text || (1 + ${below(8, 's.no', 6)})::text || lpad(${below(1_000_000, 's.no', 4)}::text, 6, '0') end`;

export const insertStudents = (calendar: Calendar) => `
  insert into users (id, type, email, name, phone_country_code, phone, email_verified, phone_verified, referral_code,
    referred_by, lead_source, lead_medium, lead_campaign, lead_meta, first_purchased_on, gender, date_of_birth, level,
    school, first_language, background, parent_salute, parent_name, parent_email, parent_phone_country_code,
    parent_phone, contact_preference, created, updated, version)
  select s.id, 'Student', p.slug || s.no || '@example.com', p.name, p.code, ph.phone, ${chance('s.no', 7)} < 0.85,
    ${chance('s.no', 8)} < 0.7, 'R' || upper(to_hex(s.no + 65536)), r.id, s.lead_source, ${medium}, c.campaign,
    case when c.campaign is null then '{}' else jsonb_build_object('ad', c.campaign || '-' || 1 + ${below(4, 's.no', 22)},
      'landing_page', ${landingPage}) end,
    s.first_purchase, p.gender, date '2008-01-01' + ${below(4000, 's.no', 9)}, ${weighted(
      levels.map((level, index) => [literal(level), index < 4 ? 3 : index < 8 ? 2 : 1] as const),
      's.no',
      10,
    )},
    ${schoolNow}, p.language, ${background}, p.salute, p.parent,
    case when ${chance('s.no', 12)} < 0.94 then 'parent' || s.no || '@example.org' end, p.code, ph.phone,
    ${contactPreference}, s.joined, case when ${isChanged} then ${changedAt(calendar)} else s.joined end,
    case when ${isChanged} then 2 else 1 end
  from large_students s
  join large_names p on p.no = ${below(differentNames, 's.no', 13)}
  left join large_students r
    on s.lead_source = 'Referral' and r.no = ${below('s.no', 's.no', 23)} and r.joined < s.joined
  cross join lateral (select ${phone} as phone) ph
  cross join lateral (select ${campaign} as campaign) c`;
