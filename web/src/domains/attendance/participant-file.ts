import {
  otherMeetingProblem,
  readAttendanceFile,
} from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { formatCount } from '../../lib/formats.ts';
import { peopleIn, type FilePerson } from './import-preview.ts';

/** A lesson or a live session; its times identify a matching file. */
export type Held = { _id: string; scheduled_on: string; ended_on: string };

/** A participant file as read; with `problem` it cannot be imported. */
export type ParticipantFile = {
  name: string;
  rows: string[][];
  people: FilePerson[];
  problem?: string;
  about?: string;
};

const mostBytes = 2_000_000;

/** Reads a file's cells and checks them; the server checks them again. */
export const readParticipantFile = async (
  file: File,
  lesson: Held,
  zone: string,
): Promise<ParticipantFile> => {
  const wrong = (problem: string): ParticipantFile => ({
    name: file.name,
    rows: [],
    people: [],
    problem,
  });
  if (file.size > mostBytes) return wrong('The file is larger than 2 MB.');
  const { readParticipantRows } = await import('./participant-rows.ts');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return wrong('The file could not be read. Is it still there?');
  }
  const cells = readParticipantRows(text);
  if ('problem' in cells) return wrong(cells.problem);
  const { rows } = cells;
  const read = readAttendanceFile(rows, { timeZone: zone, near: lesson.scheduled_on });
  if ('problem' in read) return wrong(read.problem);
  const other = otherMeetingProblem(read, { ...lesson, meeting: null });
  if (other !== undefined) return wrong(other);
  const service = read.source === 'zoom' ? 'Zoom' : 'ClickMeeting';
  return {
    name: file.name,
    rows,
    people: peopleIn(read.stays, lesson, new Date().toISOString()),
    about: `${formatCount(read.stays.length, 'row')} of ${service}.${leftOutWords(read.left_out)}`,
  };
};

/** Rows left out: people in the waiting room only, and people who did not attend. */
const leftOutWords = ({ waiting, absent }: { waiting: number; absent: number }) => {
  const words = [
    ...(waiting > 0 ? [`${waiting} in the waiting room only`] : []),
    ...(absent > 0 ? [`${absent} who did not attend`] : []),
  ];
  return words.length === 0 ? '' : ` Left out: ${words.join(', ')}.`;
};
