import { kindOf, type RoomPlan } from './zoom-meetings.ts';
import type { LessonWithRoom } from './zoom-rooms.queries.ts';

const minute = 60_000;
/** Zoom's limit. */
const longestTopic = 200;

/** The room that a lesson wants at Zoom; null where it takes place elsewhere or not at all. */
export const planOf = ({ lesson, className, teachers }: LessonWithRoom): RoomPlan | null =>
  lesson.isActive && lesson.hostingPlatform === 'Zoom'
    ? {
        kind: kindOf(lesson),
        topic: `${className}: ${lesson.name}`.slice(0, longestTopic),
        // Zoom takes no parts of a second.
        start: lesson.scheduledOn.toISOString().replace(/\.\d+Z$/, 'Z'),
        minutes: Math.ceil((lesson.endedOn.getTime() - lesson.scheduledOn.getTime()) / minute),
        teachers,
      }
    : null;
