import { kindOf, type RoomPlan } from './zoom-meetings.ts';
import type { LessonWithRoom } from './zoom-rooms.queries.ts';

const minute = 60_000;
/** Zoom's limit for the topic of a meeting, in characters. */
const longestTopic = 200;

/** Returns the room that a lesson needs at Zoom; null if it is inactive or on another platform. */
export const planOf = ({ lesson, className, teachers }: LessonWithRoom): RoomPlan | null =>
  lesson.isActive && lesson.hostingPlatform === 'Zoom'
    ? {
        kind: kindOf(lesson),
        topic: `${className}: ${lesson.name}`.slice(0, longestTopic),
        // Zoom does not accept fractions of a second.
        start: lesson.scheduledAt.toISOString().replace(/\.\d+Z$/, 'Z'),
        minutes: Math.ceil((lesson.endedAt.getTime() - lesson.scheduledAt.getTime()) / minute),
        teachers,
      }
    : null;
