import { formatMoney, toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { refusal } from '../../platform/errors.ts';
import { when } from '../../platform/events.ts';
import { classTypeChanged } from '../classes/classes.events.ts';
import { presentOpen } from './paid-lesson.presenter.ts';
import { listOpenLessons } from './payment-runs.queries.ts';

/** An empty range: selects only lessons that were paid or belong to a paid month. */
const noMonth = { starts: new Date(0), ends: new Date(0) };

/** Throws paid_lessons_change, with number and amount, if a new type changes paid lessons, until confirmed. */
export const tutorPayListeners = [
  when(classTypeChanged, async (tx, _context, { classId, before, allowed }) => {
    if (allowed) return;
    const paid = (await listOpenLessons(tx, noMonth)).filter(
      (row) => row.class_id === classId && row.last !== null,
    );
    const centsOf = (row: (typeof paid)[number]) => toCents(presentOpen(row).pay);
    const changes = paid
      .map((row) => ({ id: row.id, cents: centsOf(row) - centsOf({ ...row, class_type: before }) }))
      .filter(({ cents }) => cents !== 0);
    if (changes.length === 0) return;
    const lessons = new Set(changes.map(({ id }) => id)).size;
    const cents = changes.reduce((sum, change) => sum + change.cents, 0);
    const amount = `${cents < 0 ? '−' : '+'}${formatMoney(toWireAmount(Math.abs(cents)), 'SGD')}`;
    const words = lessons === 1 ? '1 paid lesson changes' : `${lessons} paid lessons change`;
    throw refusal('paid_lessons_change', {
      field: 'class_type',
      message: `${words} by ${amount} in all, which the next payment run settles. Change the type anyway?`,
    });
  }),
];
