import { defineEvent } from '../../platform/events.ts';

/** The start of a lesson changed, or it was activated or deactivated; it is locked. */
export const lessonMoved = defineEvent<{ lessonId: string; classId: string }>('lessonMoved');

/** Students got or lost paying places on lessons of a class by hand; the lessons are locked. */
export const payingPlacesChanged = defineEvent<{ classId: string; studentIds: readonly string[] }>(
  'payingPlacesChanged',
);
