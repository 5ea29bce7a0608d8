import { describe, expect, test } from 'vitest';
import {
  batchSchema,
  changeRow,
  firstDay,
  newBatch,
  planLessons,
  removeRow,
  valueAbove,
  withoutRows,
  withoutSaved,
  withRowCount,
  type Batch,
} from './batch-rows.ts';

const from = (today: string) => ({ today, zone: 'Asia/Singapore', platform: 'Zoom' });
const tuitionClass = {
  name: 'P6 Mathematics',
  schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
  start_date: '2027-03-31T16:00:00Z',
};
const daysOf = (batch: Batch) => planLessons(batch, tuitionClass.name).map(({ day }) => day);
const namesOf = (batch: Batch) => planLessons(batch, tuitionClass.name).map(({ name }) => name);
const numbersOf = (batch: Batch) =>
  planLessons(batch, tuitionClass.name).map(({ term, index }) => `T${term} L${index}`);
const keyAt = (batch: Batch, at: number) => batch.rows[at]?.key ?? '';
const batch = newBatch(tuitionClass, from('2026-11-21'));

describe('a new batch', () => {
  test('has five weekly lessons from the class’s start', () => {
    expect(daysOf(batch)).toEqual([
      '2027-04-03',
      '2027-04-10',
      '2027-04-17',
      '2027-04-24',
      '2027-05-01',
    ]);
    expect(namesOf(batch)[0]).toBe('P6 Mathematics L1');
    expect(numbersOf(batch)).toEqual(['T1 L1', 'T1 L2', 'T1 L3', 'T1 L4', 'T1 L5']);
    expect(batch.rows[0]).toMatchObject({ start: '14:00', end: '15:30' });
    expect(new Set(batch.rows.map(({ key }) => key)).size).toBe(5);
  });

  test('begins on the class’s next weekday from today when the class has started', () => {
    expect(daysOf(newBatch(tuitionClass, from('2027-04-04')))[0]).toBe('2027-04-10');
    expect(daysOf(newBatch(tuitionClass, from('2027-04-10')))[0]).toBe('2027-04-10');
  });

  test('begins on the start day when the class has no weekday', () => {
    expect(firstDay('', '2026-11-18')).toBe('2026-11-18');
    expect(firstDay('Mon', '2026-11-18')).toBe('2026-11-23');
  });
});

describe('rows', () => {
  test('are added 7 days after the last, with its times', () => {
    const later = changeRow(batch, keyAt(batch, 4), { day: '2027-06-05', start: '16:00' });
    const longer = withRowCount(later, 6);
    expect(daysOf(longer).slice(4)).toEqual(['2027-06-05', '2027-06-12']);
    expect(longer.rows[5]?.start).toBe('16:00');
    expect(numbersOf(longer)[5]).toBe('T1 L6');
  });

  test('renumber the later rows on removal, which keep their days', () => {
    const fewer = removeRow(batch, keyAt(batch, 1), tuitionClass.name);
    expect(daysOf(fewer)).toEqual(['2027-04-03', '2027-04-17', '2027-04-24', '2027-05-01']);
    expect(namesOf(fewer)).toEqual([1, 2, 3, 4].map((index) => `P6 Mathematics L${index}`));
    const withoutFirst = removeRow(batch, keyAt(batch, 0), tuitionClass.name);
    expect(daysOf(withoutFirst)[0]).toBe('2027-04-10');
    expect(numbersOf(withoutFirst)[0]).toBe('T1 L1');
  });

  test('are never removed completely', () => {
    const one = withRowCount(batch, 0);
    expect(one.rows).toHaveLength(1);
    expect(removeRow(one, keyAt(one, 0), tuitionClass.name)).toBe(one);
    expect(withRowCount(batch, 1000).rows).toHaveLength(100);
  });

  test('follow a day, number or term changed above them', () => {
    const changed = changeRow(batch, keyAt(batch, 2), { day: '2027-05-08', index: 9, term: 2 });
    expect(daysOf(changed)).toEqual([
      '2027-04-03',
      '2027-04-10',
      '2027-05-08',
      '2027-05-15',
      '2027-05-22',
    ]);
    expect(numbersOf(changed).slice(1)).toEqual(['T1 L2', 'T2 L9', 'T2 L10', 'T2 L11']);
    expect(namesOf(changed)[3]).toBe('P6 Mathematics L10');
  });

  test('keep a name typed by hand', () => {
    const named = changeRow(batch, keyAt(batch, 2), { name: 'Revision' });
    expect(namesOf(removeRow(named, keyAt(named, 0), tuitionClass.name))[1]).toBe('Revision');
  });

  test('reset the decision about clashes when their time changes', () => {
    const key = keyAt(batch, 0);
    const accepted: Batch = { ...batch, clashes: 'save' };
    expect(changeRow(accepted, key, { name: 'Revision' }).clashes).toBe('save');
    expect(changeRow(accepted, key, { end: '16:00' }).clashes).toBe('change');
    expect(changeRow(accepted, key, { tutor: [] }).clashes).toBe('change');
    expect(changeRow({ ...batch, clashes: 'leave' }, key, { end: '16:00' }).clashes).toBe('leave');
  });

  test('are spaced by the number of days between lessons', () => {
    const daily = { ...batch, daysBetween: 1 };
    expect(daysOf(daily).slice(0, 3)).toEqual(['2027-04-03', '2027-04-04', '2027-04-05']);
    expect(daysOf(withoutSaved(daily, tuitionClass.name))[0]).toBe('2027-04-04');
  });

  test('that are left out renumber the others, which keep their days', () => {
    const rest = withoutRows(batch, [keyAt(batch, 0), keyAt(batch, 2)], tuitionClass.name);
    expect(daysOf(rest)).toEqual(['2027-04-10', '2027-04-24', '2027-05-01']);
    expect(numbersOf(rest)).toEqual(['T1 L1', 'T1 L2', 'T1 L3']);
  });

  test('copy a cell from the row above, also a derived value', () => {
    const [above] = planLessons(batch, tuitionClass.name);
    expect(valueAbove(above!, 'name')).toEqual({ name: 'P6 Mathematics L1' });
    expect(valueAbove(above!, 'day')).toEqual({ day: '2027-04-03' });
    expect(valueAbove(above!, 'start')).toEqual({ start: '14:00' });
    expect(valueAbove(above!, 'tutor')).toEqual({ tutor: null });
  });

  test('stored before the choice about clashes existed are still read', () => {
    const { clashes: _choice, daysBetween: _days, ...kept } = batch;
    expect(batchSchema.parse({ ...kept, allowOverlap: true })).toMatchObject({
      clashes: 'change',
      daysBetween: 7,
    });
  });

  test('follow the last valid number or day above them', () => {
    const typed = changeRow(batch, keyAt(batch, 1), { index: '1.5', day: '31 Nov 2026' });
    expect(numbersOf(typed).slice(0, 3)).toEqual(['T1 L1', 'T1 L1.5', 'T1 L2']);
    expect(daysOf(typed).slice(1, 3)).toEqual(['31 Nov 2026', '2027-04-10']);
  });
});

test('after a lesson is saved the others keep their days and numbers', () => {
  const rest = withoutSaved(batch, tuitionClass.name);
  expect(daysOf(rest)).toEqual(daysOf(batch).slice(1));
  expect(numbersOf(rest)).toEqual(numbersOf(batch).slice(1));
  expect(rest.saved).toBe(1);
});
