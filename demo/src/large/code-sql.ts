import type { Calendar } from './class-sql.ts';
import { codeDays, codesAtATime } from './order-sql.ts';
import { idFor, instant } from '../sql.ts';

const businessDay = (today: number) => `(${instant(today)} at time zone 'Asia/Singapore')::date`;

/** Five codes, one of each type and two percentages, for every quarter of a year back from today. */
export const stageCodes = ({ today }: Calendar, quarters: number) => `
  create temp table large_codes on commit drop as
  select q * ${codesAtATime} + k as no, ${idFor('made', `'code ' || q || ' ' || k`)} as id, made,
    terms.name || '-' || to_char(${businessDay(today)} - ${codeDays} * (q + 1), 'YYMMDD') as code,
    terms.discount_type, terms.value, ${businessDay(today)} - ${codeDays} * (q + 1) as start_date,
    ${businessDay(today)} - ${codeDays} * q + case when q = 0 then 60 else -1 end as end_date
  from generate_series(0, ${quarters - 1}) as q
  cross join (values
    (0, 'EARLY10', 'Percent', 1000),
    (1, 'SIBLING15', 'Percent', 1500),
    (2, 'WELCOME20', 'Absolute', 2000),
    (3, 'LESS5', 'Each Element Dollar Off', 500),
    (4, 'FREE1', 'Number of Element Free', 1)) as terms (k, name, discount_type, value)
  cross join lateral (
    select ${instant(today)} - interval '1 day' * (${codeDays} * (q + 1) + 1) as made) m`;

/** The codes with the uses that their orders made; every third has a limit somewhat above. */
export const insertCodes = `
  insert into discount_codes (id, code, description, discount_type, value, start_date, end_date, usage_limit,
    total_usage, created, updated)
  select c.id, c.code, 'Valid for a quarter', c.discount_type, c.value, c.start_date, c.end_date,
    case when c.no % 3 = 0 then u.uses + 50 else 0 end, u.uses, c.made, c.made
  from large_codes c
  cross join lateral (
    select count(*)::int as uses from large_orders o where o.code_no = c.no and o.status <> 'CANCELLED') u`;
