import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstUnworked, neighboursIn, openInQueue, type TicketQueue } from './ticket-queue.ts';

/** Works through a list: opens a ticket, saves, continues with the next; returns the ids opened. */
const work = (rows: readonly string[], save: (rows: readonly string[], id: string) => string[]) => {
  const visited: string[] = [];
  let queue: TicketQueue | null = null;
  let shown = rows;
  let next = rows[0];
  while (next !== undefined && visited.length <= 100) {
    queue = openInQueue(queue, shown, next);
    visited.push(next);
    shown = save(shown, next);
    next = neighboursIn(queue, shown).next;
  }
  return visited;
};

const leave = (rows: readonly string[], id: string) => rows.filter((each) => each !== id);

describe('a queue worked from first to last', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 20,
  });

  test('visits every ticket exactly once, wherever saves move it', () => {
    fc.assert(
      fc.property(ids, fc.infiniteStream(fc.nat({ max: 20 })), (rows, places) => {
        const visited = work(rows, (shown, id) => {
          const place = Number(places.next().value ?? 0);
          const others = leave(shown, id);
          // Every fifth save removes its ticket from the list.
          if (place % 5 === 0) return others;
          return [...others.slice(0, place), id, ...others.slice(place)];
        });
        expect(visited).toEqual(rows);
      }),
    );
  });

  test('continues with tickets of later pages as they move up', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 5 }), (all, size) => {
        let left = [...all];
        const visited = work(all.slice(0, size), (_shown, id) => {
          left = [...leave(left, id), id];
          return left.slice(0, size);
        });
        expect(visited).toEqual(all);
      }),
    );
  });
});

test('a queue over several pages visits every ticket exactly once, wherever saves move it', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 30,
  });
  const sizes = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(ids, sizes, fc.infiniteStream(fc.nat({ max: 40 })), (all, size, places) => {
      let left = [...all];
      let [page, queue]: [number, TicketQueue | null] = [0, null];
      const pageOf = (of: number) => left.slice(of * size, (of + 1) * size);
      const visited: string[] = [];
      let next = all[0];
      while (next !== undefined && visited.length <= 100) {
        queue = openInQueue(queue, pageOf(page), next);
        visited.push(next);
        const place = Number(places.next().value ?? 0);
        const others = leave(left, next);
        left = place % 5 === 0 ? others : [...others.slice(0, place), next, ...others.slice(place)];
        next = neighboursIn(queue, pageOf(page)).next;
        for (let later = page + 1; next === undefined && later * size < left.length; later += 1) {
          next = firstUnworked(queue, pageOf(later));
          if (next !== undefined) page = later;
        }
      }
      expect([...visited].sort()).toEqual([...all].sort());
    }),
    { numRuns: 1000 },
  );
});

describe('the ticket that comes next', () => {
  test('follows the position at opening, not the position after a save', () => {
    const queue = openInQueue(null, ['a', 'b', 'c'], 'a');
    expect(neighboursIn(queue, ['b', 'c', 'a'])).toEqual({ previous: undefined, next: 'b' });
  });

  test('skips a ticket that another user removed from the list', () => {
    const queue = openInQueue(null, ['a', 'b', 'c'], 'a');
    expect(neighboursIn(queue, ['a', 'c']).next).toBe('c');
  });

  test('can be a newly arrived ticket', () => {
    const queue = openInQueue(null, ['a', 'b'], 'a');
    expect(neighboursIn(queue, ['a', 'new', 'b']).next).toBe('new');
  });

  test('is undefined when only a worked ticket, moved there by a save, follows', () => {
    const last = openInQueue(openInQueue(null, ['a', 'c'], 'a'), ['c', 'b'], 'b');
    const next = openInQueue(last, ['d', 'b'], 'd');
    expect(neighboursIn(next, ['b'])).toEqual({ previous: 'b', next: undefined });
  });

  test('skips a worked ticket that a save moved to the next page', () => {
    const last = openInQueue(null, ['a', 'b'], 'b');
    const first = openInQueue(last, ['c', 'b', 'd'], 'c');
    expect(neighboursIn(first, ['b', 'd']).next).toBe('d');
  });

  test('is the first of the list when the open ticket is not in it', () => {
    expect(neighboursIn(openInQueue(null, ['a', 'b'], 'z'), ['a', 'b']).next).toBe('a');
  });

  test('is undefined after the last', () => {
    const first = openInQueue(null, ['a', 'b'], 'a');
    const last = openInQueue(first, ['b', 'a'], 'b');
    expect(neighboursIn(last, ['b', 'a'])).toEqual({ previous: 'a', next: undefined });
  });
});
