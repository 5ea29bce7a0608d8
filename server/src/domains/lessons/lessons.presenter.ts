import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { WholeLesson } from './lesson-record.queries.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';

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

/** A lesson whole, as its page and its form show it. */
export const presentLesson = (
  { lesson, className, maxCap }: WholeLesson,
  details: {
    staff: { kind: 'tutor' | 'ta'; id: string; name: string }[];
    places: Map<PlaceKind, number>;
    abilities: Lesson['abilities'];
  },
): Lesson => {
  const of = (kind: 'tutor' | 'ta') =>
    details.staff
      .filter((person) => person.kind === kind)
      .map(({ id, name }) => ({ _id: id, name }));
  const counts = {
    student: details.places.get('PAYMENT') ?? 0,
    trial_student: details.places.get('TRIAL') ?? 0,
    video_student: details.places.get('PAYMENT_VIDEO') ?? 0,
  };
  return {
    ...presentLessonSummary(
      { ...lesson, className, maxCap },
      { tutor: of('tutor'), seats: counts.student + counts.trial_student },
    ),
    desc: lesson.description,
    ta: of('ta'),
    hosting_platform: lesson.hostingPlatform,
    hosting_type: lesson.hostingType,
    is_completed: lesson.isCompleted,
    counts,
    created: lesson.created.toISOString(),
    updated: lesson.updated.toISOString(),
    version: lesson.version,
    abilities: details.abilities,
  };
};
