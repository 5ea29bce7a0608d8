import {
  placeKinds,
  takesSeat,
  type PlaceKind,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Lesson } from './classes.ts';
import type { Student } from './students.ts';

/** One source of a place on a lesson: an order, or a hand. */
export type Place = {
  lesson: Lesson;
  student: Student;
  kind: PlaceKind;
  orderId: string | null;
  addedBy: string | null;
  created: number;
  releasedAt: number | null;
};

/** The rosters of lessons, while orders are created and cancelled. */
export const createRoster = () => {
  const byLesson = new Map<string, Map<string, Place[]>>();
  const all: Place[] = [];

  const live = (lesson: Lesson, student: Student) =>
    (byLesson.get(lesson.id)?.get(student.id) ?? []).filter((place) => place.releasedAt === null);

  /** The strongest kind of place of the student on the lesson. */
  const owned = (lesson: Lesson, student: Student): PlaceKind | null => {
    const kinds = live(lesson, student).map((place) => place.kind);
    return placeKinds.find((kind) => kinds.includes(kind)) ?? null;
  };

  return {
    all: all as readonly Place[],
    owned,
    /** Students who have or had a place on the lesson. */
    studentsOn: (lesson: Lesson): Student[] =>
      [...(byLesson.get(lesson.id)?.values() ?? [])].flatMap(([place]) => place?.student ?? []),
    add: (place: Place) => {
      const students = byLesson.get(place.lesson.id) ?? new Map<string, Place[]>();
      byLesson.set(place.lesson.id, students);
      students.set(place.student.id, [...(students.get(place.student.id) ?? []), place]);
      all.push(place);
    },
    /** Paying and trial students of a lesson. */
    seats: (lesson: Lesson) => {
      let count = 0;
      for (const places of byLesson.get(lesson.id)?.values() ?? [])
        if (places.some((place) => place.releasedAt === null && takesSeat(place.kind))) count += 1;
      return count;
    },
    /** Takes the order's places on lessons that have not begun. */
    release: (orderId: string, lessons: readonly Lesson[], student: Student, at: number) => {
      for (const lesson of lessons)
        for (const place of live(lesson, student))
          if (place.orderId === orderId && lesson.start > at) place.releasedAt = at;
    },
  };
};
export type Roster = ReturnType<typeof createRoster>;
