import { importAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  readAttendanceFile,
  type AttendanceFile,
} from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { refusal } from '../../platform/errors.ts';
import { threadOf } from '../../platform/in-worker-thread.ts';
import { parseBody } from '../../platform/parse-body.ts';

/** A participant file that was read without a problem. */
export type Participants = Exclude<AttendanceFile, { problem: string }> & { file_name: string };

/** Parses an import in a worker thread. Throws malformed_json, invalid_value, attendance_file with the problem. */
export const readParticipants = ({
  bytes,
  ...zoned
}: {
  bytes: Uint8Array;
  timeZone: string;
  near: string;
}): Participants => {
  const { file_name, rows } = parseBody(importAttendance, bytes);
  const file = readAttendanceFile(rows, zoned);
  if ('problem' in file) throw refusal('attendance_file', { message: file.problem });
  return { ...file, file_name };
};

export const readParticipantsInThread = threadOf<typeof readParticipants>(
  new URL('./read-participants.thread.ts', import.meta.url),
);
