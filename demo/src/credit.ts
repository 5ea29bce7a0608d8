import { creditRemarks } from './data/remarks.ts';
import {
  below,
  chance,
  idArray,
  idFor,
  instant,
  literal,
  pickFrom,
  textArray,
  weighted,
} from './sql.ts';

type Ledgers = {
  today: number;
  /** The part of the students who have credit. */
  share: number;
  /** A student with twenty turns, whose ledger fills more than a page. */
  regular?: string | undefined;
  /** The staff who write ledger entries. */
  staff: readonly { id: string }[];
};

const remarkOf = (action: keyof typeof creditRemarks) =>
  pickFrom(textArray(creditRemarks[action]), creditRemarks[action].length, 'e.turn', 26);

const added = weighted(
  [
    ['1', 5],
    ['2', 3],
    ['4', 1],
  ],
  'e.turn',
  29,
);

/**
 * Inserts ledgers. A turn adds credit and sometimes redeems some of it, so a balance is never below zero; now and then
 * the last step blocks. Steps are in order and before today.
 */
export const insertCredit = ({ today, share, regular, staff }: Ledgers) => `
  insert into credit_entries (id, student_id, position, action, qty, remark, handled_by, created)
  select ${idFor('t.at', `'credit ' || s.id || e.step`)}, s.id, row_number() over (partition by s.id order by e.step), e.action,
    case e.action when 'ADD' then ${added} when 'REDEEM' then 1 + ${below(added, 'e.turn', 30)} else 1 end,
    case e.action when 'ADD' then ${remarkOf('ADD')} when 'REDEEM' then ${remarkOf('REDEEM')} else ${remarkOf('BLOCK')} end,
    ${pickFrom(idArray(staff.map(({ id }) => id)), staff.length, 'e.turn', 27)}, t.at
  from (
    select id, created, hashtextextended(id::text, 25) as no, id::text is not distinct from ${regular ? literal(regular) : 'null'} as is_regular
    from users where type = 'Student') s
  cross join lateral (
    select case when is_regular then 20 else 1 + ${below(3, 's.no', 28)} end as turns,
      greatest(s.created, ${instant(today)} - interval '1 day' * (20 + ${below(130, 's.no', 32)})) as begins) d
  cross join lateral (
    select step, hashtextextended(s.id::text, step / 2) as turn,
      case when step > 2 * turns + 1 then 'BLOCK' when step % 2 = 0 then 'ADD' else 'REDEEM' end as action
    from generate_series(2, 2 * turns + 2) as step) e
  cross join lateral (
    select date_trunc('second', begins + (${instant(today)} - begins) * (1 - 0.85 ^ (e.step + 0.8 * ${chance('e.turn', 33)}))) as at) t
  where (is_regular or ${chance('s.no', 31)} < ${share})
    and ${chance('e.turn', 34)} < case e.action when 'ADD' then 1 when 'REDEEM' then 0.5 else 0.2 end`;
