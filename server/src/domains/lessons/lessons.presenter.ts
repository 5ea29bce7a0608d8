import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  kindOfGroup,
  type PlaceKind,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import {
  lessonSummarySchema,
  type LessonSummary,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { Teachers } from '../users/teachers.service.ts';
import type { LessonRow } from './lesson-record.queries.ts';

type Row = {
  id: string;
  classId: string;
  className: string;
  subject: string;
  name: string;
  term: number;
  lessonIndex: number;
  scheduledAt: Date;
  endedAt: Date;
  isActive: boolean;
  isReleased: boolean;
  maxCap: number;
};

/** A lesson as in lists and pickers; `seats` counts its paying and trial students, `trial_seats` the trial ones. */
export const presentLessonSummary = (
  row: Row,
  computed: Pick<LessonSummary, 'tutor' | 'seats' | 'trial_seats'>,
): LessonSummary =>
  presentColumns(lessonSummarySchema, row, {
    class: row.classId,
    class_obj: { _id: row.classId, name: row.className, subject: row.subject },
    meta: { index: row.lessonIndex, term: row.term },
    ...computed,
  });

type LessonDetails = {
  row: LessonRow;
  tuitionClass: { name: string; subject: string; maxCap: number };
  teachers: Teachers;
  places: { studentId: string; kind: PlaceKind; isVisible: boolean }[];
};

/** Presents a lesson for the audit trail (ADR 11). */
export const recordedLesson = (details: LessonDetails) => {
  const {
    seats: _seats,
    trial_seats: _trialSeats,
    max_cap: _maxCap,
    ...summary
  } = presentSummary(details);
  const { row, teachers } = details;
  return {
    ...summary,
    desc: row.description,
    ta: teachers.ta,
    hosting_platform: row.hostingPlatform,
    hosting_type: row.hostingType,
    is_completed: row.isCompleted,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    version: row.version,
  };
};

/** Presents a whole lesson for its page and its form. */
export const presentLesson = (details: LessonDetails, abilities: Lesson['abilities']): Lesson => ({
  ...recordedLesson(details),
  ...presentSummary(details),
  ...groupsOf(details, (places) =>
    places.filter(({ isVisible }) => isVisible).map(({ studentId }) => studentId),
  ),
  counts: countsOf(details),
  abilities,
});

const countsOf = (details: LessonDetails) => groupsOf(details, (places) => places.length);

const groupsOf = <Of>(
  { places }: LessonDetails,
  of: (places: LessonDetails['places']) => Of,
): Record<RosterGroup, Of> => {
  const ofGroup = (group: RosterGroup) =>
    of(places.filter(({ kind }) => kind === kindOfGroup[group]));
  return {
    student: ofGroup('student'),
    trial_student: ofGroup('trial_student'),
    video_student: ofGroup('video_student'),
  };
};

const presentSummary = (details: LessonDetails) => {
  const { row, tuitionClass, teachers } = details;
  const { student, trial_student } = countsOf(details);
  return presentLessonSummary(
    {
      ...row,
      className: tuitionClass.name,
      subject: tuitionClass.subject,
      maxCap: tuitionClass.maxCap,
    },
    {
      tutor: teachers.tutor,
      seats: student + trial_student,
      trial_seats: trial_student,
    },
  );
};
