import Papa from 'papaparse';
import {
  mostParticipantCells,
  mostParticipantRows,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { tableOf } from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';

/** The cells of a participant file, or the reason why it cannot be imported. */
export type ParticipantRows = { rows: string[][] } | { problem: string };

/** Number of characters used to detect the delimiter. */
const beginning = 20_000;

/** Reads a participant file row by row and stops at the first limit. */
export const readParticipantRows = (file: string): ParticipantRows => {
  const text = file.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text.slice(0, beginning));
  const rows: string[][] = [];
  let problem: string | undefined;
  Papa.parse<string[]>(text, {
    delimiter,
    // Fast mode would split the whole text at once and not stop at a limit.
    fastMode: false,
    step: ({ data }, parser) => {
      rows.push(data);
      if (rows.length > mostParticipantRows) problem = 'The file has more than 5,000 rows.';
      else if (data.length > mostParticipantCells)
        problem = `Row ${rows.length} has more than ${mostParticipantCells} cells.`;
      if (problem !== undefined) parser.abort();
    },
  });
  return problem === undefined ? { rows } : { problem };
};

/** The delimiter that makes the beginning a table of people; `;` before `,`, as unquoted times contain commas. */
const delimiterOf = (text: string): string => {
  const found = [';', '\t', ','].find((delimiter) =>
    Papa.parse<string[]>(text, { delimiter, preview: mostParticipantRows }).data.some(
      (cells) => cells.length > 1 && tableOf(cells) !== undefined,
    ),
  );
  return found ?? Papa.parse<string[]>(text, { preview: 10, skipEmptyLines: true }).meta.delimiter;
};
