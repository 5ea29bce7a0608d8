import { creditRemarks } from './data/remarks.ts';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import type { Random } from './random.ts';
import type { Student } from './students.ts';

const holders = 180;

/** Turns of the first student, whose ledger fills more than a page. */
const manyTurns = 16;

/** Credit ledgers of some students; a balance (ADD less REDEEM) is never below zero. */
export const creditRows = (world: {
  random: Random;
  newId: (at: number) => string;
  today: number;
  students: readonly Student[];
  /** The staff who write ledger entries. */
  staff: readonly { id: string }[];
}): Row[] => {
  const { random, newId, today } = world;
  const rows: Row[] = [];
  const [regular, ...others] = world.students;
  const some = random.shuffled(others).slice(0, holders);
  for (const student of regular ? [regular, ...some] : some) {
    let at = Math.max(student.created, today - days(random.whole(20, 150)));
    let balance = 0;
    let position = 0;
    const write = (action: 'ADD' | 'REDEEM' | 'BLOCK', qty: number) => {
      at += Math.floor((today - at) * 0.3 * random.next()) + 1;
      rows.push({
        id: newId(at),
        student_id: student.id,
        position: (position += 1),
        action,
        qty,
        remark: random.pick(creditRemarks[action]),
        handled_by: random.pick(world.staff).id,
        created: iso(at),
      });
    };
    const turns = student === regular ? manyTurns : random.whole(1, 3);
    for (let turn = turns; turn > 0; turn -= 1) {
      const added = random.weighted([
        [1, 5],
        [2, 3],
        [4, 1],
      ] as const);
      write('ADD', added);
      balance += added;
      if (random.chance(0.5)) {
        const redeemed = random.whole(1, balance);
        write('REDEEM', redeemed);
        balance -= redeemed;
      }
    }
    if (random.chance(0.1)) write('BLOCK', 1);
  }
  return rows;
};
