import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { Teachers } from '../users/teachers.service.ts';
import type { LessonRow } from './lesson-record.queries.ts';

type Row = {
  id: string;
  classId: string;
  className: string;
  name: string;
  term: number;
  lessonIndex: number;
  scheduledOn: Date;
  endedOn: Date;
  isActive: boolean;
  isReleased: boolean;
  maxCap: number;
};

/** A lesson as lists and pickers show it; `seats` are its paying and trial students. */
export const presentLessonSummary = (
  row: Row,
  { tutor, seats }: Pick<LessonSummary, 'tutor' | 'seats'>,
): LessonSummary => ({
  _id: row.id,
  class: row.classId,
  class_obj: { _id: row.classId, name: row.className },
  name: row.name,
  meta: { index: row.lessonIndex, term: row.term },
  scheduled_on: row.scheduledOn.toISOString(),
  ended_on: row.endedOn.toISOString(),
  tutor,
  is_active: row.isActive,
  is_released: row.isReleased,
  seats,
  max_cap: row.maxCap,
});

type LessonDetails = {
  row: LessonRow;
  tuitionClass: { name: string; maxCap: number };
  teachers: Teachers;
  places: Map<PlaceKind, number>;
};

/** What the audit trail keeps of a lesson (ADR 11). */
export const recordedLesson = (details: LessonDetails) => {
  const { seats: _seats, max_cap: _maxCap, ...summary } = presentSummary(details);
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

/** A lesson whole, as its page and its form show it. */
export const presentLesson = (details: LessonDetails, abilities: Lesson['abilities']): Lesson => ({
  ...recordedLesson(details),
  ...presentSummary(details),
  counts: countsOf(details),
  abilities,
});

const countsOf = ({ places }: LessonDetails) => ({
  student: places.get('PAYMENT') ?? 0,
  trial_student: places.get('TRIAL') ?? 0,
  video_student: places.get('PAYMENT_VIDEO') ?? 0,
});

const presentSummary = (details: LessonDetails) => {
  const { row, tuitionClass, teachers } = details;
  const { student, trial_student } = countsOf(details);
  return presentLessonSummary(
    { ...row, className: tuitionClass.name, maxCap: tuitionClass.maxCap },
    { tutor: teachers.tutor, seats: student + trial_student },
  );
};
