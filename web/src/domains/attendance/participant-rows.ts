import Papa from 'papaparse';
import {
  mostParticipantCells,
  mostParticipantRows,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';

/** The cells of a participant file, or one sentence that says why it cannot be imported. */
export type ParticipantRows = { rows: string[][] } | { problem: string };

/** Enough of a file to see what stands between its cells. */
const beginning = 20_000;

/** Reads a participant file row by row and stops at the first limit. */
export const readParticipantRows = (file: string): ParticipantRows => {
  const text = file.replace(/^\uFEFF/, '');
  const { delimiter } = Papa.parse<string[]>(text.slice(0, beginning), {
    preview: 10,
    skipEmptyLines: true,
  }).meta;
  const rows: string[][] = [];
  let problem: string | undefined;
  Papa.parse<string[]>(text, {
    delimiter,
    // The fast mode splits the whole text at once.
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
