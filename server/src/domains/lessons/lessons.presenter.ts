import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';

type Row = {
  id: string;
  classId: string;
  name: string;
  term: number;
  lessonIndex: number;
  scheduledOn: Date;
  endedOn: Date;
  isActive: boolean;
  isReleased: boolean;
  maxCap: number;
};

/** A lesson as pickers show it; `seats` are its paying and trial students. */
export const presentLessonSummary = (row: Row, seats: number): LessonSummary => ({
  _id: row.id,
  class: row.classId,
  name: row.name,
  meta: { index: row.lessonIndex, term: row.term },
  scheduled_on: row.scheduledOn.toISOString(),
  ended_on: row.endedOn.toISOString(),
  is_active: row.isActive,
  is_released: row.isReleased,
  seats,
  max_cap: row.maxCap,
});
