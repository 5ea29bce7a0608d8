import { isAroundLesson } from './attendance.rules.ts';
import { dayOrderOf, instantOfWritten, readWrittenTime } from './attendance-times.rules.ts';

/** A person's stay in a file; `row` is its line in the file, counted from 1. */
export type FileStay = {
  row: number;
  name: string;
  email: string;
  joined_at: string;
  left_at: string;
};

export type AttendanceFile =
  | {
      source: 'zoom' | 'clickmeeting';
      /** The meeting's number, digits only; null if the file has none. */
      meeting: string | null;
      stays: FileStay[];
      /** Rows of people who were not in the lesson: only in the waiting room, or registered and absent. */
      left_out: { waiting: number; absent: number };
    }
  | { problem: string };

type Source = 'zoom' | 'clickmeeting';
type Columns = Record<
  'name' | 'email' | 'joined' | 'left' | 'waiting' | 'attended',
  readonly string[]
>;

/** Column headers of each service, in lower case. The first one is named when the column is missing. */
const columnsOf: Record<Source, Columns> = {
  zoom: {
    name: ['name (original name)', 'user name (original name)', 'name', 'user name'],
    email: ['user email', 'email'],
    joined: ['join time'],
    left: ['leave time'],
    waiting: ['in waiting room'],
    attended: ['attended'],
  },
  clickmeeting: {
    name: ['nickname', 'login', 'name'],
    email: ['email'],
    joined: ['start_date'],
    left: ['end_date'],
    waiting: [],
    attended: [],
  },
};

type Places = Record<keyof Columns, number>;
type Rows = readonly (readonly string[])[];

const words = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase());
const isEmpty = (cells: readonly string[] = []) => cells.every((cell) => cell.trim() === '');

/** The service whose table of participants has this header row; undefined for other rows. */
export const tableOf = (cells: readonly string[] = []): Source | undefined => {
  const head = words(cells);
  if (head.includes('join time')) return 'zoom';
  return head.includes('start_date') ? 'clickmeeting' : undefined;
};

/** Returns true for the title of the table below it, such as "Panelist Details" in Zoom's webinar report. */
const isTitle = (rows: Rows, at: number) => {
  if (!isEmpty(rows[at]?.slice(1))) return false;
  let next = at + 1;
  while (next < rows.length && isEmpty(rows[next])) next += 1;
  return tableOf(rows[next]) !== undefined;
};

type Written = {
  row: number;
  name: string;
  email: string;
  joined: string;
  left: string;
};

/** Zoom's time of a person who registered but did not attend. */
const noTime = new Set(['', '-', '--']);

/**
 * Reads a participant file of Zoom or ClickMeeting: who was there from when to when. Times without an offset are in
 * `timeZone`. Meeting details may be above the participants, and several tables of them (Zoom's webinar report). `near`
 * is the lesson's start, which decides between day and month if all dates are ambiguous.
 */
export const readAttendanceFile = (
  rows: Rows,
  { timeZone, near }: { timeZone: string; near: string },
): AttendanceFile => {
  const at = rows.findIndex((cells) => tableOf(cells) !== undefined);
  const source = tableOf(rows[at]);
  if (source === undefined) return { problem: notAFile(rows) };
  const written: Written[] = [];
  const leftOut = { waiting: 0, absent: 0 };
  let hasEmails = false;
  let places: Places | undefined;
  for (const [index, cells] of rows.entries()) {
    if (index < at || isEmpty(cells) || isTitle(rows, index)) continue;
    if (tableOf(cells) === source) {
      places = placesIn(cells, columnsOf[source]);
      hasEmails ||= places.email !== -1;
      if (places.left === -1) return { problem: lacks(source, { email: hasEmails, left: false }) };
      continue;
    }
    const cell = (column: keyof Places) => (places && cells[places[column]]?.trim()) ?? '';
    if (cell('waiting').toLowerCase() === 'yes') leftOut.waiting += 1;
    else if (isAbsent(cell)) leftOut.absent += 1;
    else
      written.push({
        row: index + 1,
        name: cell('name'),
        email: emailIn(cell('email')),
        joined: cell('joined'),
        left: cell('left'),
      });
  }
  if (!hasEmails) return { problem: lacks(source, { email: false, left: true }) };
  const stays = staysOf(written, { timeZone, near });
  if ('problem' in stays) return stays;
  if (stays.length === 0) return { problem: 'The file has no participants.' };
  return { source, meeting: meetingOf(rows.slice(0, at)), stays, left_out: leftOut };
};

const placesIn = (cells: readonly string[], columns: Columns): Places => {
  const head = words(cells);
  const place = (names: readonly string[]) =>
    names.map((name) => head.indexOf(name)).find((found) => found !== -1) ?? -1;
  return {
    name: place(columns.name),
    email: place(columns.email),
    joined: place(columns.joined),
    left: place(columns.left),
    waiting: place(columns.waiting),
    attended: place(columns.attended),
  };
};

const isAbsent = (cell: (column: keyof Places) => string) =>
  cell('attended').toLowerCase() === 'no' ||
  (cell('attended') !== '' && noTime.has(cell('joined')) && noTime.has(cell('left')));

/** The e-mail in a cell; Zoom writes "--" and "n/a" for a person without an address. */
const emailIn = (cell: string) => (cell.includes('@') ? cell : '');

const lacks = (source: Source, has: { email: boolean; left: boolean }) => {
  const missing = (['email', 'left'] as const).filter((column) => !has[column]);
  return `The file lacks a column: ${missing.map((each) => columnsOf[source][each][0]).join(', ')}.`;
};

const notAFile = (rows: Rows) =>
  rows.some((cells) => words(cells).includes('total duration (minutes)'))
    ? 'This report has no join and leave times. Untick "Show unique users" in Zoom and export it again.'
    : 'This is not a participant file: it has neither a column "Join Time" (Zoom) nor "start_date" (ClickMeeting).';

const staysOf = (
  written: readonly Written[],
  { timeZone, near }: { timeZone: string; near: string },
): FileStay[] | { problem: string } => {
  const times = written.map(({ joined, left }) => [readWrittenTime(joined), readWrittenTime(left)]);
  const readable = times.flat().filter((time) => time !== undefined);
  const zoned = { timeZone, order: dayOrderOf(readable, { timeZone, near }) };
  const stays: FileStay[] = [];
  for (const [index, { row, name, email, joined, left }] of written.entries()) {
    const [from, to] = (times[index] ?? []).map(
      (time) => (time && instantOfWritten(time, zoned)) ?? null,
    );
    if (!from) return { problem: `Row ${row}: "${joined}" is not a time.` };
    if (!to) return { problem: `Row ${row}: "${left}" is not a time.` };
    if (Date.parse(to) < Date.parse(from))
      return { problem: `Row ${row}: the leave time is before the join time.` };
    stays.push({ row, name, email, joined_at: from, left_at: to });
  }
  return stays;
};

/** Zoom's headers of the meeting number. Newer reports have "ID", next to "Topic". */
const meetingIds = ['meeting id', 'webinar id'];

/** The meeting number that Zoom writes above the participants, digits only. */
const meetingOf = (rows: Rows): string | null => {
  for (const [index, cells] of rows.entries()) {
    const head = words(cells);
    const place = head.findIndex(
      (cell) => meetingIds.includes(cell) || (cell === 'id' && head.includes('topic')),
    );
    const digits = place === -1 ? '' : (rows[index + 1]?.[place] ?? '').replaceAll(/\D/g, '');
    if (digits !== '') return digits;
  }
  return null;
};

/** Message for a file with another meeting number, or with all stays at another time; otherwise undefined. */
export const otherMeetingProblem = (
  file: { meeting: string | null; stays: readonly Pick<FileStay, 'joined_at' | 'left_at'>[] },
  lesson: { scheduled_on: string; ended_on: string; meeting: string | null },
): string | undefined => {
  if (file.meeting !== null && lesson.meeting !== null && file.meeting !== lesson.meeting)
    return `This file is of meeting ${file.meeting}; the lesson has meeting ${lesson.meeting}.`;
  return file.stays.some((stay) => isAroundLesson(stay, lesson))
    ? undefined
    : 'The times in this file do not match the lesson.';
};
