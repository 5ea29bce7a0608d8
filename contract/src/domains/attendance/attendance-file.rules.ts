/** A row of somebody's stay in a file; `row` is its line in the file, counted from 1. */
export type FileStay = {
  row: number;
  name: string;
  email: string;
  joined_at: string;
  left_at: string;
};

export type AttendanceFile =
  | { source: 'zoom' | 'clickmeeting'; meeting: string | null; stays: FileStay[] }
  | { problem: string };

type Columns = { email: string[]; name: string[]; joined: string[]; left: string[] };

/** What each service calls the columns, in small letters; the first is named where it is missing. */
const columnsOf: Record<'zoom' | 'clickmeeting', Columns> = {
  zoom: {
    name: ['name (original name)', 'name', 'user name (original name)', 'name (original name) '],
    email: ['user email', 'email'],
    joined: ['join time'],
    left: ['leave time'],
  },
  clickmeeting: {
    name: ['nickname', 'login', 'name'],
    email: ['email'],
    joined: ['start_date'],
    left: ['end_date'],
  },
};

const words = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase());

/**
 * Reads a participant file as Zoom or ClickMeeting writes it, cells as they stand: who was there from when to when, in
 * the given zone where a time names none. Zoom's own facts of the meeting may stand above. What cannot be read is one
 * sentence that names it; nothing of such a file is taken.
 */
export const readAttendanceFile = (
  rows: readonly (readonly string[])[],
  timeZone: string,
): AttendanceFile => {
  const at = rows.findIndex((cells) => {
    const named = words(cells);
    return named.includes('join time') || named.includes('start_date');
  });
  if (at === -1)
    return {
      problem:
        'This is no participant file: it has neither a column "Join Time" (Zoom) nor "start_date" (ClickMeeting).',
    };
  const head = words(rows[at] ?? []);
  const source = head.includes('join time') ? 'zoom' : 'clickmeeting';
  const columns = columnsOf[source];
  const place = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const places = {
    name: place(columns.name),
    email: place(columns.email),
    joined: place(columns.joined),
    left: place(columns.left),
  };
  const missing = (['email', 'left'] as const).filter((column) => places[column] === -1);
  if (missing.length > 0)
    return {
      problem: `The file lacks a column: ${missing.map((each) => columns[each][0]).join(', ')}.`,
    };
  const stays: FileStay[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index <= at || cells.every((cell) => cell.trim() === '')) continue;
    const row = index + 1;
    const cell = (column: keyof typeof places) => (cells[places[column]] ?? '').trim();
    const [joined, left] = [instantOf(cell('joined'), timeZone), instantOf(cell('left'), timeZone)];
    if (joined === null) return { problem: `Row ${row}: "${cell('joined')}" is not a time.` };
    if (left === null) return { problem: `Row ${row}: "${cell('left')}" is not a time.` };
    if (Date.parse(left) < Date.parse(joined))
      return { problem: `Row ${row}: the leave time is before the join time.` };
    stays.push({ row, name: cell('name'), email: cell('email'), joined_at: joined, left_at: left });
  }
  if (stays.length === 0) return { problem: 'The file has no participants.' };
  return { source, meeting: meetingOf(rows.slice(0, at)), stays };
};

/** The number of the meeting that Zoom writes above the participants, digits alone. */
const meetingOf = (rows: readonly (readonly string[])[]): string | null => {
  const at = rows.findIndex((cells) => words(cells).includes('meeting id'));
  if (at === -1) return null;
  const place = words(rows[at] ?? []).indexOf('meeting id');
  const digits = (rows[at + 1]?.[place] ?? '').replaceAll(/\D/g, '');
  return digits === '' ? null : digits;
};

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP]M))?$/i;
const plain = /^(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** A time as these files write it: with an offset, as "03/14/2026 02:00:12 PM", or as "2026-03-14 14:00:12". */
const instantOf = (text: string, timeZone: string): string | null => {
  try {
    if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text))
      return Temporal.Instant.from(text).toString();
    const [, month, day, year, hour, minute, second = '0', half] = american.exec(text) ?? [];
    const [, ...ordered] = plain.exec(text) ?? [];
    const parts = year === undefined ? ordered : [year, month, day, hour, minute, second];
    const [y = NaN, m = NaN, d = NaN, h = NaN, min = NaN, s = 0] = parts.map(Number);
    const isAfternoon = half?.toUpperCase() === 'PM';
    const hours = half === undefined ? h : (h % 12) + (isAfternoon ? 12 : 0);
    return Temporal.ZonedDateTime.from(
      { timeZone, year: y, month: m, day: d, hour: hours, minute: min, second: s || 0 },
      { overflow: 'reject' },
    )
      .toInstant()
      .toString();
  } catch {
    return null;
  }
};

const minute = 60_000;
/** People come before a lesson and stay after it, but not by more than this. */
const aroundLesson = 120 * minute;

/** Why a file is not of this lesson, or undefined: another meeting's number, or people who were there at another time. */
export const otherMeetingProblem = (
  file: { meeting: string | null; stays: readonly Pick<FileStay, 'joined_at' | 'left_at'>[] },
  lesson: { scheduled_on: string; ended_on: string; meeting: string | null },
): string | undefined => {
  if (file.meeting !== null && lesson.meeting !== null && file.meeting !== lesson.meeting)
    return `This file is of meeting ${file.meeting}; this lesson's is ${lesson.meeting}.`;
  const isAround = file.stays.every(
    ({ joined_at, left_at }) =>
      Date.parse(joined_at) >= Date.parse(lesson.scheduled_on) - aroundLesson &&
      Date.parse(left_at) <= Date.parse(lesson.ended_on) + aroundLesson,
  );
  return isAround ? undefined : 'This file is of another time than the lesson.';
};
