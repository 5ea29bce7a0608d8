import { expect, test } from 'vitest';
import { readParticipantRows } from './participant-rows.ts';

test.each([',', ';', '\t'])('reads cells with %j between them', (delimiter) => {
  const line = (...cells: string[]) => cells.join(delimiter);
  const text = `\uFEFF${line('Name', 'User Email')}\r\n${line('"Tan, Mei"', 'mei@example.com')}\r\n`;
  expect(readParticipantRows(text)).toEqual({
    rows: [['Name', 'User Email'], ['Tan, Mei', 'mei@example.com'], ['']],
  });
});

test.each([
  ['2 million empty lines', '\n'.repeat(2_000_000), 'The file has more than 5,000 rows.'],
  ['2 million cells', ','.repeat(2_000_000), 'Row 1 has more than 40 cells.'],
  ['2 million lines of one cell', 'a\n'.repeat(1_000_000), 'The file has more than 5,000 rows.'],
])('stops at the limit in %s', (_, text, problem) => {
  expect(readParticipantRows(text)).toEqual({ problem });
});
