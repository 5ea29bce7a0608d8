import { describe, expect, test } from 'vitest';
import { diffOf } from './record-diff.ts';

describe('the changes between two states of a record', () => {
  test('are only the changed fields, also within groups', () => {
    expect(
      diffOf(
        {
          name: 'Tan',
          school: 'Raffles',
          level: '',
          parent: { name: 'Mdm Lim', phone: '91234567' },
        },
        {
          name: 'Tan',
          school: '',
          level: 'primary-6',
          parent: { name: 'Mdm Lim', phone: '81234567' },
        },
      ),
    ).toEqual([
      { field: 'school', from: 'Raffles', to: null },
      { field: 'parent.phone', from: '91234567', to: '81234567' },
      { field: 'level', from: null, to: 'primary-6' },
    ]);
  });

  test('do not include fields that every save changes', () => {
    const state = {
      _id: 'a',
      created: '2026',
      abilities: { update: true },
      version: 1,
      updated: '1',
    };
    expect(
      diffOf(state, { ...state, version: 2, updated: '2', abilities: { update: false } }),
    ).toEqual([]);
  });

  test('include such a field within a group', () => {
    expect(diffOf({ meta: { version: 1 } }, { meta: { version: 2 } })).toEqual([
      { field: 'meta.version', from: '1', to: '2' },
    ]);
  });

  test('of a new record are all its fields, and of a removed one too', () => {
    const record = { name: 'Tan', school: null, subject: [], is_internal: false };
    const [name, internal] = ['name', 'is_internal'];
    expect(diffOf(null, record)).toEqual([
      { field: name, from: null, to: 'Tan' },
      { field: internal, from: null, to: 'false' },
    ]);
    expect(diffOf(record, null)).toEqual([
      { field: name, from: 'Tan', to: null },
      { field: internal, from: 'false', to: null },
    ]);
    expect(diffOf(null, null)).toEqual([]);
  });

  test('show lists by their entries and other records by their names', () => {
    expect(
      diffOf(
        { subject: ['English'], agent: { _id: '1', name: 'Nur' }, order_agents: [] },
        {
          subject: ['English', 'Chinese'],
          agent: { _id: '2', name: 'Siti', email: 'siti@example.com' },
          order_agents: [
            { _id: '3', name: 'Wei' },
            { _id: '4', name: 'Ming' },
          ],
        },
      ),
    ).toEqual([
      { field: 'subject', from: 'English', to: 'English, Chinese' },
      { field: 'agent', from: 'Nur', to: 'Siti' },
      { field: 'order_agents', from: null, to: 'Wei, Ming' },
    ]);
  });

  test('show formatted text as words, or as HTML if only the formatting changed', () => {
    expect(
      diffOf(
        { desc: '<p>Patient &amp; calm</p>', note: '<p>One</p>' },
        { desc: '<p>Patient</p><p>a &lt; b</p>', note: '<p><strong>One</strong></p>' },
      ),
    ).toEqual([
      { field: 'desc', from: 'Patient & calm', to: 'Patient a < b' },
      { field: 'note', from: '<p>One</p>', to: '<p><strong>One</strong></p>' },
    ]);
  });

  test('show the changed part of a long text', () => {
    const before = `${'a'.repeat(5000)} old end`;
    const after = `${'a'.repeat(5000)} new end${'b'.repeat(400)}`;
    const [change] = diffOf({ desc: before }, { desc: after });
    expect(change?.from).toMatch(/^…a+ old end$/);
    expect(change?.to).toMatch(/^…a{39} new endb+…$/);
    expect(change?.to?.length).toBeLessThanOrEqual(302);
    expect(diffOf(null, { desc: before })[0]?.to).toBe(`${'a'.repeat(300)}…`);
  });

  test('never cut a character in two', () => {
    const [change] = diffOf(null, { desc: `${'a'.repeat(299)}😀${'b'.repeat(300)}` });
    expect(change?.to?.isWellFormed()).toBe(true);
  });
});

test('a changed formula is shown in words', () => {
  const formula = (latex: string) =>
    `<p>Take <span data-type="inline-math" data-latex="${latex}"></span></p>`;
  expect(diffOf({ context: formula('x^2') }, { context: formula('\\frac{1}{2}') })).toEqual([
    { field: 'context', from: 'Take x²', to: 'Take 1/2' },
  ]);
});
