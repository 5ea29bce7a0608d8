import {
  correctAttendance,
  type AttendingStudent,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { attendanceStatuses } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { attendanceWord } from './attendance-words.ts';

const recorded = 'recorded';
const choices = [
  ...attendanceStatuses.map((status) => ({
    value: status as string,
    label: attendanceWord(status),
  })),
  { value: recorded, label: 'As recorded' },
];

const correctionOf = (record: unknown) => (record as AttendingStudent).correction;

/** A correction of a student's attendance with its reason. */
export const correctionForm = defineForm({
  noun: 'correction',
  create: correctAttendance,
  update: correctAttendance,
  refreshes: ['lessons'],
  fields: {
    status: field<string, { data: typeof choices; allowDeselect: false }>({
      label: 'Attendance',
      required: true,
      initial: '',
      input: { data: choices, allowDeselect: false },
      read: (record) => correctionOf(record)?.status ?? '',
      write: (value) => (value === '' ? {} : { status: value === recorded ? null : value }),
      isEmpty: (value) => value === '',
      words: (value) => choices.find((choice) => choice.value === value)?.label ?? '',
    }),
    reason: field<string, { maxLength: number }>({
      label: 'Reason',
      required: true,
      initial: '',
      input: { maxLength: 500 },
      read: (record) => correctionOf(record)?.reason ?? '',
      write: (value) => ({ reason: value.trim() }),
      isEmpty: (value) => value.trim() === '',
      words: (value) => value,
    }),
  },
});
