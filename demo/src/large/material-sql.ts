import { lessonsPerClass, type Calendar } from './class-sql.ts';
import type { People } from './order-sql.ts';
import { below, idArray, idFor, instant } from '../sql.ts';

const folder = `case p.subject when 'Science' then 'science' when 'English' then 'english-paper-1' else 'mathematics' end`;
const shortLevel = `case split_part(p.levels[1], '-', 1)
  when 'primary' then 'P' when 'secondary' then 'Sec ' when 'junior' then 'JC' else 'IP' end || right(p.levels[1], 1)`;

/** Every lesson has a homework file, which the classes of its level and subject share. */
export const insertMaterials = ({ base }: Calendar, { admins }: People): string[] => [
  `create temp table large_files on commit drop as
   select l.id as lesson_id, c.made, ${folder} as folder, ${shortLevel} || ' ' || l.name || ' Homework' as name
   from large_classes c
   join large_plans p on p.no = c.plan
   cross join generate_series(0, ${lessonsPerClass - 1}) k
   join lessons l on l.id = c.lesson_ids[k + 1]`,
  `insert into materials (id, key, folder, name, size, created)
   select ${idFor(instant(base), `'material ' || folder || name`)}, folder || '/' || name || '.pdf', folder, name || '.pdf',
     20000 + ${below(400_000, 'hashtext(name)', 71)}, ${instant(base)}
   from (select distinct folder, name from large_files) f`,
  `insert into lesson_materials (lesson_id, material_id, attached_at, attached_by)
   select h.lesson_id, m.id, h.made, (${idArray(admins.map(({ id }) => id))})[1]
   from large_files h join materials m on m.key = h.folder || '/' || h.name || '.pdf'`,
];
